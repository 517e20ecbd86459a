/** Preloaded into a program: the program then exits when the process at the other end of descriptor 3 exits, for any reason. */
import { Socket } from 'node:net';

new Socket({ fd: 3 })
  .on('close', () => process.kill(process.pid, 'SIGKILL'))
  .resume()
  .unref();
