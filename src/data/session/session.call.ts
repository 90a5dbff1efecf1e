import { MeDocument } from '../../../schema/generated/documents/session'
import { defineCall } from '../../engine/define'
import { readMe } from './session.wire'

/** Who the signed-in user is. Kept by the session record of the device, not by the store. */
export const me = defineCall({
  name: 'me',
  document: MeDocument,
  variables: (_input: void) => ({}),
  wire: readMe('me'),
})
