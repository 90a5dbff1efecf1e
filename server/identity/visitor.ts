/** What a request says of where it comes from. Its cookie opens nothing: it gives a lane of tries. */
export interface Visitor {
  readonly address: string
  /** The secret of the device's cookie. */
  readonly deviceKey: string | null
  /** Has the browser keep it. */
  readonly keepKey: (deviceKey: string) => void
}
export const nobody: Visitor = { address: 'unknown', deviceKey: null, keepKey: () => undefined }
