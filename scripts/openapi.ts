// The OpenAPI description of the ingest API and of the routes of files (docs/api/openapi.json): bodies
// are those of the zod objects that the server reads them with.
import { z } from 'zod'
import { callbackIngestSchema } from '../src/domain/alerts/callback'
import { chatIngestSchema, chatReadSchema } from '../src/domain/chat/chat'
import { mediaTypes } from '../src/domain/checkup/checkup-file'
import { fileIngestSchema } from '../src/domain/checkup/file-ingest'
import { checkupFieldsSchema } from '../src/domain/checkup/ingest'
import { notUsableSchema } from '../src/domain/checkup/not-usable'
import { waveformIngestSchema, waveformKinds } from '../src/domain/ecg/waveform'
import { ewsScoresSchema } from '../src/domain/ews/thresholds'
import {
  integrationCallsPerMinute,
  integrationPage,
  integrationReadings,
  type IntegrationRoute,
} from '../src/domain/integration-token/reading'
import { monitoringBucketSchema } from '../src/domain/monitoring/bucket'
import { bucketFieldsSchema } from '../src/domain/monitoring/ingest'
import { bodyLimits, maxItems } from '../server/ingest/read-body'

type Json = Readonly<Record<string, unknown>>

/** Without the pattern of an instant, which its format says. */
const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...told } = z.toJSONSchema(schema, {
    io,
    // Of a transformed field its own schema says what comes in, and the description what goes out.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
      if (io === 'input') return
      // How the server reads what it stored is nothing to clients, and an answer may say more one day.
      delete jsonSchema.default
      delete jsonSchema.additionalProperties
    },
  })
  return told
}
const sent = (schema: z.ZodType): Json => toSchema(schema, 'input')
/** Of readings a field that is not listed is left out and named; it refuses nothing. */
const sifted = (schema: z.ZodType): Json => {
  const { additionalProperties: _strict, ...told } = sent(schema)
  return told
}
const answered = (schema: z.ZodType): Json => toSchema(schema, 'output')

const text = z.string()
const instant = z.iso.datetime()
const notUsable = z.array(notUsableSchema.pick({ field: true, sent: true, reason: true }))
const stored = {
  id: text.meta({
    description: "The server's id: the sender's where that is a UUID, else derived",
  }),
  sourceId: text.meta({ description: "The sender's id" }),
  patientId: text,
  receivedAt: instant,
  replay: z.boolean().meta({ description: 'It was stored before; this is the first answer' }),
}

interface Kind {
  readonly name: string
  readonly summary: string
  readonly body: Json
  readonly answer: Readonly<Record<string, z.ZodType>>
  /** What more a patient's chat refuses with 409. */
  readonly conflicts?: readonly string[]
}
const kinds: Readonly<Record<keyof typeof bodyLimits, Kind>> = {
  checkups: {
    name: 'Checkup',
    summary: 'Stores check-ups, scores them and raises their alerts',
    body: sifted(checkupFieldsSchema),
    answer: { ewsScores: ewsScoresSchema.nullable(), notUsable },
  },
  'monitoring-buckets': {
    name: 'MonitoringBucket',
    summary: 'Stores quarters of an hour of continuous monitoring',
    body: sifted(bucketFieldsSchema),
    answer: { thresholdScores: monitoringBucketSchema.shape.thresholdScores, notUsable },
  },
  waveforms: {
    name: 'Waveform',
    summary: 'Stores runs of evenly spaced samples',
    body: sent(waveformIngestSchema),
    answer: { endedAt: instant },
  },
  'callback-requests': {
    name: 'CallbackRequest',
    summary: 'A patient asks to be called back',
    body: sent(callbackIngestSchema),
    answer: {},
  },
  files: {
    name: 'File',
    summary: 'Stores files, before the check-up that names them',
    body: sent(fileIngestSchema),
    answer: {
      url: text.meta({ description: 'How a check-up names the file' }),
      mediaType: z.enum(mediaTypes),
      byteCount: z.int().min(1),
      sha256: text.regex(/^[0-9a-f]{64}$/),
    },
  },
  'chat-messages': {
    name: 'ChatMessage',
    summary: 'A patient writes to the organisation',
    body: sent(chatIngestSchema),
    answer: {},
    conflicts: ['CHAT_OFF', 'CHAT_CLOSED'],
  },
}

const conversation = z.object({
  channel: text.meta({ description: 'Names the chat without telling whose it is' }),
  isOpen: z.boolean(),
  totalMessages: z.int().min(0),
  lastMessageDate: instant.nullable(),
  messages: z.array(
    z.object({
      id: text,
      message: text,
      writtenAt: instant,
      createdAt: instant,
      isFromPatient: z.boolean(),
      createdBy: z.object({ firstName: text, lastName: text }),
    }),
  ),
})

/** What is refused with each status, and why. 409 is of what is stored under an id. */
const refusals: Readonly<Record<string, readonly [why: string, codes: readonly string[]]>> = {
  400: ['What was sent is not right', ['MALFORMED_JSON', 'INVALID_BODY', 'UNEXPECTED_QUERY']],
  401: [
    'The signature is missing, too old or too new, or wrong; an unknown or expired key answers as a wrong signature',
    ['SIGNATURE_REQUIRED', 'INVALID_TIMESTAMP', 'STALE_TIMESTAMP', 'INVALID_SIGNATURE'],
  ],
  404: ["No such patient, or another organisation's", ['PATIENT_NOT_FOUND']],
  405: ['Only POST', ['METHOD_NOT_ALLOWED']],
  413: ['The body is too large', ['BODY_TOO_LARGE']],
  415: ['The body is not plain JSON', ['NOT_JSON', 'ENCODED']],
  429: ['The key sent too many requests in this minute', ['TOO_MANY_REQUESTS']],
  500: ['The server failed: send the same again, it is stored once', ['INTERNAL']],
  503: ['The server is busy: send the same again, it is stored once', ['BUSY']],
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Json): Json => ({ 'application/json': { schema } })
const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
}
const coded = (codes: readonly string[]): Json => ({
  allOf: [ref('Refusal'), { properties: { code: { enum: codes } } }],
})
const refused = (conflicts: readonly string[]): Json =>
  Object.fromEntries(
    Object.entries({
      ...refusals,
      ...(conflicts.length === 0
        ? {}
        : { 409: ['It contradicts what is stored', conflicts] as const }),
    }).map(([status, [description, codes]]) => [
      status,
      {
        description,
        ...(status === '429' || status === '503' ? { headers: retryAfter } : {}),
        ...(status === '405'
          ? { headers: { Allow: { schema: { type: 'string', const: 'POST' } } } }
          : {}),
        content: json(coded(codes)),
      },
    ]),
  )

const signed = [{ key: [], timestamp: [], signature: [] }]

const post = (path: keyof typeof bodyLimits): Json => {
  const { name, summary, conflicts = [] } = kinds[path]
  const answer = ref(`Stored${name}`)
  const result: Json = {
    type: 'object',
    required: ['results'],
    properties: {
      results: {
        type: 'array',
        description: 'In the order sent',
        items: {
          allOf: [
            {
              type: 'object',
              required: ['index', 'status'],
              properties: { index: { type: 'integer' }, status: { type: 'integer' } },
            },
            { anyOf: [answer, ref('Refusal')] },
          ],
        },
      },
    },
  }
  return {
    operationId: `post${name}`,
    tags: ['ingest'],
    summary,
    description: `The body has ${bodyLimits[path]} bytes at most. Sending again is safe: the same item under the same id is stored once.`,
    security: signed,
    requestBody: {
      required: true,
      content: json({
        oneOf: [ref(name), { type: 'array', minItems: 1, maxItems, items: ref(name) }],
      }),
    },
    responses: {
      200: {
        description: 'One item that was stored before; or an array, all of which is stored',
        content: json({ anyOf: [answer, result] }),
      },
      201: { description: 'One item, stored now', content: json(answer) },
      207: { description: 'An array, of which something was refused', content: json(result) },
      ...refused(['ID_ALREADY_USED', ...conflicts]),
    },
  }
}

/** @param waits of which statuses the answer says how long to wait */
const failed = (statuses: Readonly<Record<string, string>>, waits: readonly string[]): Json =>
  Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [
      status,
      {
        description,
        ...(waits.includes(status) ? { headers: retryAfter } : {}),
        content: json(ref('Failure')),
      },
    ]),
  )
const header = (description: string): Json => ({ description, schema: { type: 'string' } })
const binary = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

const sealedFile = (operationId: string, summary: string, types: readonly string[]): Json => {
  const headers = {
    'Content-Disposition': header('`inline`, with the name of the file'),
    'Accept-Ranges': header('`bytes`'),
    'X-Robots-Tag': header('`noindex`'),
  }
  const range = { 'Content-Range': header('The part, and the size of the file') }
  return {
    operationId,
    tags: ['files'],
    summary,
    description:
      'The address is asked for with GraphQL. It stands for one file, one user and one sign-in, for five minutes; no token is sent with it.',
    security: [],
    parameters: [
      { name: 'address', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'Range', in: 'header', ...header('One range of bytes, e.g. `bytes=0-1023`') },
    ],
    responses: {
      200: { description: 'The file', headers, content: binary(types) },
      206: {
        description: 'The part that Range names',
        headers: { ...headers, ...range },
        content: binary(types),
      },
      416: {
        description: 'Nothing of the file is in the range',
        headers: { ...headers, ...range },
      },
      ...failed(
        {
          403: 'The address was altered, or its time is over',
          404: 'Who asked for the address may not open the file any more, or has signed out',
          429: 'Too many requests of one network address in this minute',
          503: 'The server is busy',
        },
        ['429', '503'],
      ),
    },
  }
}

const waveform: Json = {
  operationId: 'getWaveform',
  tags: ['files'],
  summary: 'A window of a waveform in binary (docs/waveforms.md)',
  security: [{ idToken: [] }],
  parameters: [
    { name: 'patientId', in: 'path', required: true, schema: { type: 'string', maxLength: 100 } },
    { name: 'type', in: 'path', required: true, schema: { enum: [...waveformKinds] } },
    {
      name: 'start',
      in: 'query',
      description: 'Left out: 100 s before end',
      schema: { type: 'string', format: 'date-time' },
    },
    { name: 'end', in: 'query', required: true, schema: { type: 'string', format: 'date-time' } },
    {
      name: 'X-Acting-Organization-Id',
      in: 'header',
      ...header('The organisation that the user acts for; left out: the one of the moment'),
    },
    { name: 'If-None-Match', in: 'header', ...header('ETags of windows that the asker has') },
  ],
  responses: {
    200: {
      description: 'The window; gzip for who takes it',
      headers: { ETag: header('Identifies the runs and the cut') },
      content: binary(['application/octet-stream']),
    },
    304: {
      description: 'The asker has it',
      headers: { ETag: header('Identifies the runs and the cut') },
    },
    ...failed(
      {
        400: 'The window is not right, or there is too much in it',
        401: 'No token, or one that is not believed',
        403: 'The user may not do this',
        404: "No such patient, or another's",
        429: 'The user asked too much in this minute',
        503: 'The server is busy, or cannot check the token now',
      },
      ['503'],
    ),
  },
}

const read = (route: IntegrationRoute, name: string, summary: string): Json => ({
  operationId: `read${name}s`,
  tags: ['integration'],
  summary,
  description: `What is new since an answer, ${integrationPage} things at most; without since, all of it.`,
  security: [{ integrationToken: [] }],
  parameters: [{ name: 'since', in: 'query', ...header('The `next` of an answer of this route') }],
  responses: {
    200: {
      description: 'A page',
      content: json({
        type: 'object',
        required: [route, 'next', 'more'],
        properties: {
          [route]: { type: 'array', maxItems: integrationPage, items: ref(`Read${name}`) },
          next: { type: 'string', description: 'What to send as since the next time' },
          more: { type: 'boolean', description: 'There is more now: ask again at once' },
        },
      }),
    },
    ...failed(
      {
        400: 'Another parameter than since',
        401: 'No token, or one that is not known or was removed',
        403: 'The organisation no longer uses care record integration',
        409: 'The since is not known any more: read again without it',
        429: `More than ${integrationCallsPerMinute} calls of the token in a minute, or too many of one network address`,
        503: 'The server is busy',
      },
      ['429', '503'],
    ),
  },
})

/** The description, as an object of JSON. */
export const openApi = (version: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Lamplight: ingest, files and integration',
    version,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    description:
      'How devices send readings, how files are read, and what a care record system reads. docs/ingest.md and docs/api/integration.md explain it, with examples. What is answered with 200 or 201 is stored for good; what is refused has left nothing behind. Every answer has `Cache-Control: no-store`.',
  },
  servers: [
    {
      url: '{origin}{basePath}',
      variables: { origin: { default: 'http://localhost:8080' }, basePath: { default: '/Prod' } },
    },
  ],
  tags: [{ name: 'ingest' }, { name: 'files' }, { name: 'integration' }],
  paths: {
    ...Object.fromEntries(
      (Object.keys(kinds) as (keyof typeof bodyLimits)[]).map((path) => [
        `/ingest/v1/${path}`,
        { post: post(path) },
      ]),
    ),
    '/ingest/v1/chat-messages/read': {
      post: {
        operationId: 'readChatMessages',
        tags: ['ingest'],
        summary: 'The newest 100 messages of a conversation since an instant, newest last',
        security: signed,
        requestBody: { required: true, content: json(ref('ChatRead')) },
        responses: {
          200: { description: 'The conversation', content: json(ref('Conversation')) },
          ...refused(['CHAT_OFF']),
        },
      },
    },
    '/documents/file': {
      get: sealedFile('getDocument', 'A document of a patient', ['application/pdf']),
    },
    '/checkups/file': { get: sealedFile('getCheckupFile', 'A file of a check-up', mediaTypes) },
    '/waveforms/{patientId}/{type}': { get: waveform },
    '/integration/v1/patients': {
      get: read('patients', 'Patient', 'Patients whom the organisation has admitted now'),
    },
    '/integration/v1/checkups': { get: read('checkups', 'Checkup', 'Their check-ups') },
    '/integration/v1/alerts': { get: read('alerts', 'Alert', 'Their alerts') },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The id of the key' },
      timestamp: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Timestamp',
        description:
          'Now: unix seconds, unix milliseconds or ISO 8601 with a zone; within 5 minutes of the server’s clock',
      },
      signature: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Signature',
        description:
          'Lower-case hex of HMAC-SHA256 with the secret of the key over timestamp, method, path and body, joined by single line feeds',
      },
      integrationToken: {
        type: 'http',
        scheme: 'bearer',
        description: 'A token of Settings, Integration Tokens',
      },
      idToken: { type: 'http', scheme: 'bearer', description: 'An ID token of the user' },
    },
    schemas: {
      ...Object.fromEntries(
        Object.values(kinds).flatMap(({ name, body, answer }) => [
          [name, body],
          [`Stored${name}`, answered(z.object({ ...stored, ...answer }))],
        ]),
      ),
      ReadPatient: answered(integrationReadings.patients),
      ReadCheckup: answered(integrationReadings.checkups),
      ReadAlert: answered(integrationReadings.alerts),
      ChatRead: sent(chatReadSchema),
      Conversation: answered(conversation),
      Refusal: {
        type: 'object',
        required: ['code', 'message', 'errors'],
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          errors: {
            type: 'array',
            items: {
              type: 'object',
              required: ['path', 'message'],
              properties: {
                path: { type: 'string', description: 'The field, e.g. temperature.value' },
                message: { type: 'string' },
              },
            },
          },
        },
      },
      Failure: {
        type: 'object',
        required: ['message', 'code'],
        properties: {
          message: { type: 'string' },
          code: {
            enum: [
              'BAD_USER_INPUT',
              'UNAUTHORIZED',
              'FORBIDDEN',
              'NOT_FOUND',
              'CONFLICT',
              'TOO_MANY',
              'INTERNAL',
            ],
          },
        },
      },
    },
  },
})
