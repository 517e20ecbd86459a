// The program of a thread of the service.
import { tasks } from './tasks/tasks.ts';
import { runTasks } from './threads/run-tasks.ts';

runTasks(tasks);
