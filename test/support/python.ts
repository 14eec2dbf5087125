/** Debian's Python with python-socketio (the package python3-socketio). Another Python on the PATH may lack the module. */
import { spawnSync } from 'node:child_process';

export const python = '/usr/bin/python3';

/** Whether this machine can run the tests of the Python client. .ci/run requires it. */
export const hasPython = spawnSync(python, ['-c', 'import socketio, websocket, requests']).status === 0;
if (!hasPython) {
  const message = `${python} with python3-socketio is missing: the tests of the Python client are skipped.`;
  if (process.env.REQUIRE_PYTHON === '1') throw new Error(message);
  console.warn(message);
}
