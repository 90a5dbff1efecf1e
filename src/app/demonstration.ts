const key = 'lamplight.demonstration'

/** What the server said last, kept on the device: the notice is there offline too. */
export const readDemonstration = (): boolean => {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    return false // storage may be switched off; the notice then comes with the first answer
  }
}

export const storeDemonstration = (is: boolean): void => {
  try {
    if (is) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // as above
  }
}
