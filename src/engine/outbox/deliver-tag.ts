/** By which the browser is asked to wake the service worker when there is a connection. */
export const deliverTag = 'lamplight-deliver'
