import { z } from 'zod'
import { features } from '../access/permissions'
import { givenName } from '../text/given-name'
import { editionSchema } from './organization'

/** What kinds of organisation there are. */
export const organizationTypes = ['virtual_ward', 'care_home', 'practice', 'internal'] as const
export const identifierSchemes = ['NhsNumber', 'NorthernIrelandHcn'] as const

const optional = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most} characters`)
    .nullish()
    .transform((text) => (text === undefined || text === '' ? null : text))

/** An organisation that internal staff make; blank is null. */
export const newOrganizationSchema = z
  .object({
    name: givenName(100, 'The name is needed', 'At most 100 characters'),
    type: z.enum(organizationTypes),
    edition: editionSchema,
    telephone: optional(40),
    address: optional(300),
    postcode: optional(20),
    nationalIdentifierScheme: z
      .enum(identifierSchemes)
      .nullish()
      .transform((scheme) => scheme ?? null),
    features: z
      .array(z.enum(features))
      .transform((keys) => features.filter((key) => keys.includes(key))),
  })
  .transform(({ address, postcode, ...rest }) => ({
    ...rest,
    address:
      address === null && postcode === null
        ? null
        : { address: address ?? '', postcode: postcode ?? '' },
  }))

/** The address of a user's account, as it is stored. */
export const userEmailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'At most 254 characters')
  .pipe(z.email('This is not an email address'))

/** The first user of an organisation. */
export const firstUserSchema = z.object({
  email: userEmailSchema,
  firstName: optional(100),
  lastName: optional(100),
})
