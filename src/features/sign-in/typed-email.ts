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
    // No storage: it lasts as long as the page.
  }
}

export const forgetTypedEmail = (): void => write('')

/**
 * The typed email address, kept by this tab until sign-in. It must not outlive the tab: the next
 * user of a shared tablet must not find it. The password is kept nowhere.
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
