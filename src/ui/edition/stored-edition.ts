import { editions, type Edition } from '../../domain/organization/organization'

const key = 'lamplight.edition'

/** The edition chosen on this device; null where nothing, or nothing known, is stored (P026). */
export const readChosenEdition = (): Edition | null => {
  try {
    const stored = localStorage.getItem(key)
    return editions.find((edition) => edition === stored) ?? null
  } catch {
    return null // storage may be switched off; the choice then lasts as long as the page
  }
}

export const storeEdition = (edition: Edition): void => {
  try {
    localStorage.setItem(key, edition)
  } catch {
    // No storage: it lasts as long as the page.
  }
}
