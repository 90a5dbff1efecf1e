/** Too many wait for a connection already, or one waited too long: who asks may come back. */
export class DatabaseBusy extends Error {
  constructor() {
    super('The database is busy')
    this.name = 'DatabaseBusy'
  }
}

/** After how long who was refused may come back, seconds: what waits now is done by then. */
export const comeBackSeconds = 5
