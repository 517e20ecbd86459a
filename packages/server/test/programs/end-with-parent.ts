/** Loaded before a program: it then ends when the process at the other end of descriptor 3 does, however that ends. */
import { Socket } from 'node:net';

new Socket({ fd: 3 })
  .on('close', () => process.kill(process.pid, 'SIGKILL'))
  .resume()
  .unref();
