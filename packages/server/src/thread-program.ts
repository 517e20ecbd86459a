// The program of a thread of the service.
import { tasks } from './custody/tasks.ts';
import { runTasks } from './custody/threads/run-tasks.ts';

runTasks(tasks);
