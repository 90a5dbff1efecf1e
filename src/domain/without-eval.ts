import { z } from 'zod'

// zod tries once whether it may compile what it reads with. The portal's content security policy
// never lets it, and the attempt costs a start an exception and a report of the violation. Imported
// ahead of every schema.
z.config({ jitless: true })
