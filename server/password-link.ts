import { makePasswordLink } from './identity/first-user'
import { runLinkCommand } from './link-command'

await runLinkCommand(
  'password-link',
  makePasswordLink,
  (email) => `This link chooses the password of ${email}. Give it to that person alone.`,
)
