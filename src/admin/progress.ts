/** How far a long command has come, on the error output: a bar for people, a line every few seconds for logs. */
import cliProgress from 'cli-progress';

const lineEveryMs = 5_000;

export interface Progress {
  /** Says how much is done of how much. */
  emit: (done: number, of: number) => void;
  end: () => void;
}

/**
 * @param output the error output; a terminal gets a bar
 * @param isQuiet whether plain lines are left out, for who reads JSON there
 */
export function watchProgress(
  what: string,
  output: NodeJS.WritableStream & { isTTY?: boolean },
  isQuiet: boolean,
): Progress {
  if (output.isTTY === true) {
    const bar = new cliProgress.SingleBar(
      {
        format: `${what} {bar} {percentage} %  {value} of {total}, {eta_formatted} left`,
        stream: output,
        hideCursor: true,
        clearOnComplete: true,
      },
      cliProgress.Presets.shades_classic,
    );
    let isShown = false;
    return {
      emit: (done, of) => {
        if (!isShown) bar.start(of, done);
        isShown = true;
        bar.setTotal(of);
        bar.update(done);
      },
      end: () => {
        if (isShown) bar.stop();
        isShown = false;
      },
    };
  }
  let toldAt = performance.now();
  return {
    emit: (done, of) => {
      if (isQuiet || performance.now() - toldAt < lineEveryMs) return;
      toldAt = performance.now();
      output.write(`${what}: ${done} of ${of}\n`);
    },
    end: () => undefined,
  };
}
