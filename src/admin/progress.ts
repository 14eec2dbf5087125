/** Progress on stderr: a bar on a terminal, otherwise a line every few seconds. */
import cliProgress from 'cli-progress';

const lineEveryMs = 5_000;

export interface Progress {
  update: (done: number, total: number) => void;
  end: () => void;
}

/** @param isQuiet omits the lines, so that stderr has only JSON */
export function showProgress(
  label: string,
  output: NodeJS.WritableStream & { isTTY?: boolean },
  isQuiet: boolean,
): Progress {
  if (output.isTTY === true) {
    const bar = new cliProgress.SingleBar(
      {
        format: `${label} {bar} {percentage} %  {value} of {total}, {eta_formatted} left`,
        stream: output,
        hideCursor: true,
        clearOnComplete: true,
      },
      cliProgress.Presets.shades_classic,
    );
    let isShown = false;
    return {
      update: (done, total) => {
        if (!isShown) bar.start(total, done);
        isShown = true;
        bar.setTotal(total);
        bar.update(done);
      },
      end: () => {
        if (isShown) bar.stop();
        isShown = false;
      },
    };
  }
  let lastLineAt = performance.now();
  return {
    update: (done, total) => {
      if (isQuiet || performance.now() - lastLineAt < lineEveryMs) return;
      lastLineAt = performance.now();
      output.write(`${label}: ${done} of ${total}\n`);
    },
    end: () => undefined,
  };
}
