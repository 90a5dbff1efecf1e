import { z } from 'zod'

// zod tries once whether it may compile. The content security policy refuses that, and the attempt
// costs a violation report at each start. Imported before every schema.
z.config({ jitless: true })
