import { useState } from 'react'

const key = 'lamplight.typedEmail'

const read = (): string => {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return '' // storage switched off: it lives in the page alone
  }
}
const write = (email: string): void => {
  try {
    if (email === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, email)
  } catch {
    // as above
  }
}

/** Somebody is signed in: it is of no more use here. */
export const forgetTypedEmail = (): void => write('')

/**
 * The e-mail address typed before a sign-in: kept by this tab over a reload, an update and the way
 * to the forgotten password, until somebody is signed in. Never in what outlives the tab: the next
 * person at a shared tablet must not find it. The password is kept nowhere.
 */
export const useTypedEmail = (): readonly [string, (email: string) => void] => {
  const [email, setEmail] = useState(read)
  return [
    email,
    (next) => {
      setEmail(next)
      write(next)
    },
  ]
}
