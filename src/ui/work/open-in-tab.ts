/**
 * Opens a file in a tab of its own. The tab is opened by the press itself, since browsers block one
 * that opens later; it gets its address once that is there. `ask` answers null where there is none.
 *
 * @returns the address where the browser blocked the tab, to be shown as a link; else null
 */
export const openInTab = async (ask: () => Promise<string | null>): Promise<string | null> => {
  const tab = window.open('about:blank', '_blank')
  const address = await ask()
  if (address === null) tab?.close()
  if (address === null || tab === null) return address
  tab.opener = null
  tab.location.replace(address)
  return null
}
