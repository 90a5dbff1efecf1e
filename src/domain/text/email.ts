/** Whether a text has the form of an email address: one @, and a dot inside the domain. */
export const isEmail = (text: string): boolean => {
  const [local, domain = '', ...more] = text.split('@')
  return local !== '' && more.length === 0 && domain.slice(1, -1).includes('.') && !/\s/.test(text)
}
