/** What stands in place of the classes that make threads. */

/** Each thread would reserve half a gigabyte for its code, which the memory limit does not leave room for. */
export class Worker {
  constructor() {
    throw new Error("There are no worker threads here: calls run side by side with Promise.all.");
  }
}
