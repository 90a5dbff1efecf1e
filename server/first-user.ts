import { makeFirstUser } from './identity/first-user'
import { runLinkCommand } from './link-command'

await runLinkCommand(
  'first-user',
  makeFirstUser,
  (email) => `${email} is the first internal user. This link chooses the password.`,
)
