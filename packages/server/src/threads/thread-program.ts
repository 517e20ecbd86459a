// The program of a thread of the service.
import { taskTable } from '../keys/tasks/task-table.ts';
import { runTasks } from './run-tasks.ts';

runTasks(taskTable);
