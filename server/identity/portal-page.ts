/** The address of a page of the portal, which may itself be served below a path. */
export const portalPage = (portalUrl: string, page: string): URL =>
  new URL(page, portalUrl.endsWith('/') ? portalUrl : `${portalUrl}/`)
