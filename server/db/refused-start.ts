/** A setting that would go wrong later, and silently: the server does not start. */
export class RefusedStart extends Error {
  constructor(message: string) {
    super(`The server was not started. ${message}`)
    this.name = 'RefusedStart'
  }
}
