import { buildSchema, GraphQLObjectType } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { internalSdl, publicSdl } from '../../schema/generated/sdl'
import {
  createAdmissionMutations,
  admissionQueries,
  admissionRereads,
} from '../areas/admission/resolvers'
import { actionLogQueries } from '../areas/action-log/resolvers'
import { alertMutations, alertQueries, alertRereads } from '../areas/alert/resolvers'
import { stayMutations, stayQueries, stayRereads } from '../areas/stay/resolvers'
import { apiKeyQueries, apiKeyRereads, createApiKeyMutations } from '../areas/api-key/resolvers'
import {
  createEmergencyAccessMutations,
  emergencyAccessQueries,
  emergencyAccessRereads,
} from '../areas/emergency-access/resolvers'
import {
  recordReadMutations,
  recordReadQueries,
  recordReadRereads,
} from '../areas/record-read/resolvers'
import { refusedDeliveryQueries } from '../areas/refused-delivery/resolvers'
import {
  shareTokenMutations,
  shareTokenQueries,
  shareTokenRereads,
} from '../areas/share-token/resolvers'
import { supportSignInQueries } from '../areas/support-sign-in/resolvers'
import {
  createOpenRefusedRecord,
  refusedRecordMutations,
  refusedRecordQueries,
  refusedRecordRereads,
} from '../areas/refused-record/resolvers'
import {
  callingMutations,
  callingQueries,
  callingRereads,
  createPushMutations,
  createPushQueries,
  type PushKeys,
} from '../areas/calling/resolvers'
import { dutyMutations, dutyQueries, dutyRereads } from '../areas/duty/resolvers'
import {
  ehrIntegrationMutations,
  ehrIntegrationQueries,
  ehrIntegrationRereads,
} from '../areas/ehr-integration/resolvers'
import {
  chatMutations,
  chatRereads,
  createChatQueries,
  type NameChannel,
} from '../areas/chat/resolvers'
import {
  partRecordMutations,
  partRecordQueries,
  partRecordRereads,
} from '../areas/part-record/resolvers'
import {
  integrationTokenMutations,
  integrationTokenQueries,
  integrationTokenRereads,
} from '../areas/integration-token/resolvers'
import { checkupQueries } from '../areas/checkup/resolvers'
import { createCheckupFileQueries } from '../areas/checkup-file/resolvers'
import {
  createDocumentQueries,
  documentMutations,
  documentRereads,
} from '../areas/document/resolvers'
import { createLookupQueries } from '../areas/lookup/resolvers'
import {
  internalRelationshipMutations,
  internalRelationshipQueries,
  internalRelationshipRereads,
} from '../areas/internal/relationships'
import { internalMutations, internalQueries, internalRereads } from '../areas/internal/resolvers'
import {
  createInternalEhrMutations,
  internalEhrQueries,
  internalEhrRereads,
} from '../areas/internal/ehr-integrations'
import { createMonitoringMutations, monitoringQueries } from '../areas/monitoring/resolvers'
import {
  notificationMutations,
  notificationQueries,
  notificationRereads,
} from '../areas/notification/resolvers'
import { nhsNumberQueries } from '../areas/nhs-number/resolvers'
import { noteMutations, noteQueries, noteRereads } from '../areas/note/resolvers'
import { readPatient } from '../areas/patient/repository'
import { patientMutations, patientQueries, patientRereads } from '../areas/patient/resolvers'
import { pathwayMutations, pathwayQueries, pathwayRereads } from '../areas/pathway/resolvers'
import {
  createUserMutations,
  createUserQueries,
  nowhereFields,
  userQueries,
  userRereads,
} from '../areas/user/resolvers'
import { patientListQueries } from '../areas/patient-list/resolvers'
import { practiceMutations, practiceQueries, practiceRereads } from '../areas/practice/resolvers'
import { admitReferred } from '../areas/referral'
import { referralMutations, referralQueries, referralRereads } from '../areas/referral/resolvers'
import { reportMutations, reportRereads } from '../areas/report/create'
import { reportQueries } from '../areas/report/resolvers'
import {
  createToolbarMutations,
  createToolbarQueries,
  toolbarRereads,
  type ReadIdentity,
} from '../areas/toolbar-identity/resolvers'
import { createVideoCallMutations, videoCallRereads } from '../areas/video-call/resolvers'
import { virtualWardQueries } from '../areas/virtual-ward/resolvers'
import { handoverQueries } from '../areas/handover/resolvers'
import { wardActivityQueries } from '../areas/ward-activity/resolvers'
import { wardMutations, wardQueries, wardRereads } from '../areas/ward/resolvers'
import { waveformQueries, waveformWindow } from '../areas/waveform/resolvers'
import type { Sync } from '../engine'
import {
  guardAlsoNowhere,
  guardInternal,
  guardInternalMutation,
  guardMutation,
  guardQuery,
  guardWhole,
} from './guard'
import type {
  FieldFunction,
  Guarded,
  InternalFunction,
  InternalReread,
  NowhereFunction,
  RequestContext,
} from './guard'
import type { Reread } from './idempotency'
import { rootFieldsOf } from './limits'
import type { SignAddress } from './opening'
import { internalMutationRules, internalQueryRules, mutationRules, queryRules } from './operations'
import type { OperationRule } from './operations'
import { scalars } from './scalars'
import type { ServerParts } from './scope'

const queries: Readonly<Record<string, FieldFunction>> = {
  ...userQueries,
  ...patientQueries,
  ...checkupQueries,
  ...monitoringQueries,
  ...noteQueries,
  ...notificationQueries,
  ...alertQueries,
  ...virtualWardQueries,
  ...waveformQueries,
  ...refusedRecordQueries,
  ...recordReadQueries,
  ...emergencyAccessQueries,
  ...partRecordQueries,
  ...apiKeyQueries,
  ...integrationTokenQueries,
  ...refusedDeliveryQueries,
  ...supportSignInQueries,
  ...shareTokenQueries,
  ...wardQueries,
  ...admissionQueries,
  ...patientListQueries,
  ...practiceQueries,
  ...stayQueries,
  ...pathwayQueries,
  ...actionLogQueries,
  ...nhsNumberQueries,
  ...wardActivityQueries,
  ...handoverQueries,
  ...callingQueries,
  ...dutyQueries,
  ...ehrIntegrationQueries,
  ...reportQueries,
  ...referralQueries,
}
const mutations: Readonly<Record<string, FieldFunction>> = {
  ...patientMutations,
  ...createMonitoringMutations(readPatient),
  ...refusedRecordMutations,
  ...recordReadMutations,
  ...ehrIntegrationMutations,
  ...integrationTokenMutations,
  ...callingMutations,
  ...dutyMutations,
  ...partRecordMutations,
  ...noteMutations,
  ...chatMutations,
  ...notificationMutations,
  ...alertMutations,
  ...wardMutations,
  ...pathwayMutations,
  ...practiceMutations,
  ...stayMutations,
  ...documentMutations,
  ...reportMutations,
  ...referralMutations,
  ...shareTokenMutations,
}

const rereads: Readonly<Record<string, Reread>> = {
  ...userRereads,
  ...toolbarRereads,
  ...patientRereads,
  ...noteRereads,
  ...chatRereads,
  ...notificationRereads,
  ...alertRereads,
  ...refusedRecordRereads,
  ...recordReadRereads,
  ...emergencyAccessRereads,
  ...callingRereads,
  ...dutyRereads,
  ...ehrIntegrationRereads,
  ...partRecordRereads,
  ...apiKeyRereads,
  ...integrationTokenRereads,
  ...wardRereads,
  ...pathwayRereads,
  ...admissionRereads,
  ...practiceRereads,
  ...stayRereads,
  ...documentRereads,
  ...reportRereads,
  ...referralRereads,
  ...shareTokenRereads,
  ...videoCallRereads,
}
/** @throws where a mutation cannot answer a repeat */
const rereadOf = <Known>(known: Readonly<Record<string, Known>>, name: string): Known => {
  const reread = known[name]
  if (reread === undefined) throw new Error(`${name} does not say what answers a repeat of it`)
  return reread
}

/** Every guarded field by its name; REST paths call the same. */
export interface Operations {
  readonly query: Readonly<Record<string, Guarded>>
  readonly mutation: Readonly<Record<string, Guarded>>
  readonly internalQuery: Readonly<Record<string, Guarded>>
  readonly internalMutation: Readonly<Record<string, Guarded>>
  /** The binary form of the query `waveform`, which REST alone answers. */
  readonly waveformWindow: Guarded
}

const guardAll = <Work>(
  works: Readonly<Record<string, Work>>,
  rules: Readonly<Record<string, OperationRule>>,
  guard: (name: string, rule: OperationRule, work: Work) => Guarded,
): Record<string, Guarded> =>
  Object.fromEntries(
    Object.entries(works).map(([name, work]) => {
      const rule = rules[name]
      if (rule === undefined) throw new Error(`${name} has no row in server/graphql/operations.ts`)
      return [name, guard(name, rule, work)]
    }),
  )

/** What the areas ask the server's keys for. */
export interface ServerKeys {
  /** Encrypts the secret of an ingest key (server/ingest). */
  readonly sealIngestSecret: (keyId: string, secret: string) => string
  /** Encrypts the secret of an integration (server/ehr). */
  readonly sealEhrSecret: (integrationId: string, secret: string) => string
  /** What is wrong with an address that an integration sends to; null: nothing. */
  readonly ehrAddressFault: (address: string) => string | null
  /** Makes the address of a document. */
  readonly signDocument: SignAddress
  /** Makes the address of a check-up's file. */
  readonly signCheckupFile: SignAddress
  /** Names the channel of a chat. */
  readonly nameChannel: NameChannel
  /** Believes what a toolbar signed. */
  readonly readIdentity: ReadIdentity
  /** Where the portal is reached, without a slash at the end. */
  readonly portal: () => string
  /** Calls browsers; null: this server does not. */
  readonly push: PushKeys | null
}

const alsoNowhere = (
  parts: ServerParts,
  name: string,
  rule: OperationRule,
  guarded: Guarded,
): Guarded => {
  const work = (nowhereFields as Readonly<Record<string, NowhereFunction>>)[name]
  return work === undefined ? guarded : guardAlsoNowhere(parts, rule, guarded, work)
}

/**
 * Puts every area's work behind its rule.
 * @throws when a field has no rule.
 */
export const guardOperations = (parts: ServerParts, sync: Sync, keys: ServerKeys): Operations => ({
  query: {
    ...guardAll(
      {
        ...queries,
        ...createUserQueries(parts.administration ?? null),
        ...createDocumentQueries(keys.signDocument),
        ...createCheckupFileQueries(keys.signCheckupFile),
        ...createChatQueries(keys.nameChannel),
        ...createPushQueries(keys.push),
        ...createToolbarQueries(keys.readIdentity),
      },
      queryRules,
      (name, rule, work) => alsoNowhere(parts, name, rule, guardQuery(parts, name, rule, work)),
    ),
    ...guardAll(sync.queries, queryRules, guardWhole),
    ...guardAll(createLookupQueries(parts), queryRules, guardWhole),
  },
  mutation: {
    ...guardAll(
      {
        ...mutations,
        ...createApiKeyMutations(keys.sealIngestSecret),
        ...createEmergencyAccessMutations(parts.mailer),
        ...createPushMutations(keys.push),
        ...createToolbarMutations(keys.readIdentity, parts.mailer),
        ...createUserMutations(parts.administration ?? null),
        ...createVideoCallMutations(keys.portal),
        ...createAdmissionMutations(parts.administration ?? null, admitReferred),
      },
      mutationRules,
      (name, rule, work) =>
        alsoNowhere(
          parts,
          name,
          rule,
          guardMutation(parts, name, rule, work, rereadOf(rereads, name)),
        ),
    ),
    ...guardAll(sync.mutations, mutationRules, guardWhole),
    ...guardAll(createOpenRefusedRecord(parts, sync.openSealed), mutationRules, guardWhole),
  },
  internalQuery: guardAll<InternalFunction>(
    { ...internalQueries, ...internalEhrQueries, ...internalRelationshipQueries },
    internalQueryRules,
    (name, rule, work) => guardInternal(parts, name, rule, work),
  ),
  internalMutation: guardAll<InternalFunction>(
    {
      ...internalMutations,
      ...internalRelationshipMutations,
      ...createInternalEhrMutations(keys.sealEhrSecret, keys.ehrAddressFault),
    },
    internalMutationRules,
    (name, rule, work) =>
      guardInternalMutation(
        parts,
        name,
        rule,
        work,
        rereadOf<InternalReread>(
          { ...internalRereads, ...internalEhrRereads, ...internalRelationshipRereads },
          name,
        ),
      ),
  ),
  waveformWindow: guardQuery(
    parts,
    'waveforms',
    { action: 'monitoring.view', share: true },
    waveformWindow,
  ),
})

/**
 * Gives a root type its guarded fields. @throws when the contract has a field that nothing answers,
 * or the reverse.
 */
function attach(
  type: GraphQLObjectType | null | undefined,
  fields: Readonly<Record<string, Guarded>>,
): void {
  const declared = type?.getFields() ?? {}
  const missing = [
    ...Object.keys(declared).filter((name) => !(name in fields)),
    ...Object.keys(fields).filter((name) => !(name in declared)),
  ]
  if (missing.length > 0)
    throw new Error(
      `${type?.name ?? 'A root type'} and its resolvers differ in: ${missing.join(', ')}`,
    )
  for (const [name, field] of Object.entries(declared)) {
    const guarded = fields[name] ?? (() => Promise.reject(new Error(`${name} has no resolver`)))
    field.resolve = (_parent, args: Record<string, unknown>, context: RequestContext, info) =>
      guarded(args, context, rootFieldsOf(info.operation, info.fragments))
  }
}

const withScalars = (schema: GraphQLSchema): GraphQLSchema => {
  for (const [name, scalar] of Object.entries(scalars)) {
    const type = schema.getType(name)
    if (type !== undefined)
      Object.assign(type, {
        serialize: scalar.serialize,
        parseValue: scalar.parseValue,
        parseLiteral: scalar.parseLiteral,
      })
  }
  return schema
}

/** Who reads by a share link is told nobody's e-mail: the one border of every answer to them. */
const hideEmails = (schema: GraphQLSchema): void => {
  const person = schema.getType('Person')
  const email = person instanceof GraphQLObjectType ? person.getFields()['email'] : undefined
  if (email === undefined) throw new Error('Person has no email')
  email.resolve = (parent: { readonly email?: string | null }, _args, context: RequestContext) =>
    context.caller.byLink ? null : parent.email
}

/** The schema behind /graphql. */
export function publicSchema(operations: Operations): GraphQLSchema {
  const schema = withScalars(buildSchema(publicSdl))
  attach(schema.getQueryType(), operations.query)
  attach(schema.getMutationType(), operations.mutation)
  hideEmails(schema)
  return schema
}

/** The schema behind /graphql-internal. */
export function internalSchema(operations: Operations): GraphQLSchema {
  const schema = withScalars(buildSchema(internalSdl))
  attach(schema.getQueryType(), operations.internalQuery)
  attach(schema.getMutationType(), operations.internalMutation)
  return schema
}
