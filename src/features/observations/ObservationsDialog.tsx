import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import { z } from 'zod'
import {
  patientCheckups,
  recordObservations,
  type RecordObservationsInput,
} from '../../data/checkup'
import { patientOnBoard } from '../../data/virtual-ward'
import { summariseSoftSigns } from '../../domain/checkup/soft-signs'
import { validCheckups } from '../../domain/checkup/strike-out'
import {
  askedNow,
  fieldsOfTile,
  heldAnswers,
  isAlwaysAsked,
  isAnswered,
  knownOf,
  readObservations,
  skipField,
  tilesOf,
  untouched,
  type FormTile,
  type ObservationValues,
} from '../../domain/observation/form'
import { ageOn } from '../../domain/identity'
import { isFlaggedOnOxygen, scoredAsKnown } from '../../domain/observation/known'
import type { TileKey } from '../../domain/pathway/tiles'
import { repeatToOffer } from '../../domain/repeat/offer'
import type { AskedRepeat } from '../../domain/repeat/repeat'
import { isAskedAbout, type Question } from '../../domain/symptoms/asked'
import { symptoms } from '../../domain/symptoms/catalogue'
import { symptomWords } from '../../domain/symptoms/words'
import { dueOf } from '../../domain/virtual-ward/due'
import { useCommand, useFormDraft, useResource } from '../../engine/react'
import { formTexts } from '../../texts/form'
import { observationsTexts } from '../../texts/observations'
import { useMay, usePrincipal } from '../../ui/access'
import { useIdentityLine } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { Banner, showToast } from '../../ui/feedback'
import { Fields, FormDialog, useCommandForm, type CommandForm } from '../../ui/form-kit'
import type { PatientActionProps } from '../../ui/room'
import { QuestionPicker } from '../../ui/symptoms/QuestionPicker'
import { readNow, useNow } from '../../ui/time'
import { agoOptions, endedWords, faultWords, observationFields, tileName } from './fields'
import styles from './Observations.module.css'
import { answer, OtherSigns, QuestionFields } from './Questions'
import { RepeatOffer } from './RepeatOffer'
import { ScoreSoFar } from './ScoreSoFar'

/** How long a choice of when it was measured holds, milliseconds. */
const chosenForMs = 15 * 60_000

/** What was read of a form, where nothing chosen is told as null. */
const valuesIn = (read: unknown, before: ObservationValues): ObservationValues => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(read as Readonly<Record<string, unknown>>).map(([name, value]) => [
      name,
      value ?? '',
    ]),
  ),
})

/** Why a tile was not measured: asked where somebody says that it was not, or left it out. */
function Skip({
  form,
  field,
  label,
}: {
  readonly form: CommandForm<ObservationValues>
  readonly field: `skip-${TileKey}`
  readonly label: string
}) {
  const { notMeasured } = observationsTexts(useEdition())
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (isAsked) document.getElementById(`${form.id}-${field}`)?.focus()
  }, [isAsked, form.id, field])
  return isAsked || form.values[field] !== '' || form.errors[field] !== undefined ? (
    <Fields form={form} only={[field]} />
  ) : (
    <Button
      variant="default"
      className={styles['skip'] ?? ''}
      aria-label={label}
      disabled={form.locked}
      onClick={() => setAsked(true)}
    >
      {notMeasured}
    </Button>
  )
}

/** What no hand measures is asked about only where it is needed. */
const isDrawn = ({ key, isRequired }: FormTile): boolean =>
  fieldsOfTile[key].length > 0 || isRequired

/** The form for the patient as they were shown when it opened. */
function ObservationsForm({
  patient,
  firstType,
  onOffer,
  onClose,
}: PatientActionProps & {
  readonly firstType: string
  /** The score asks for a repeat. */
  readonly onOffer: (asked: AskedRepeat) => void
}) {
  const edition = useEdition()
  const t = observationsTexts(edition)
  const who = useIdentityLine(patient)
  const hasWards = usePrincipal()?.features.has('wards') ?? false
  const nowMs = useNow()
  const { rows } = useResource(patientCheckups, { patientId: patient.id })
  const checkups = validCheckups(rows)
  const before = untouched(firstType)
  const draft = useFormDraft(`observations ${patient.id}`, before, { about: patient.id })
  const values = draft.fields
  // Never kept, and not for long: nobody knows how old that is which was typed before.
  const [when, setWhen] = useState({ minutesAgo: draft.edited ? '' : '0', chosenMs: nowMs })
  const minutesAgo = nowMs - when.chosenMs > chosenForMs ? '' : when.minutesAgo
  const [confirmed, setConfirmed] = useState('')
  const mayRepeat = useMay('repeat.request')
  // Of what was sent: the form is empty when that is done.
  const [sent, setSent] = useState<{
    readonly risk: number | null
    readonly endedMs: number
  } | null>(null)
  const asked = patient.checkupTypes.find(({ id }) => id === values.checkupType) ?? null
  const atMs = nowMs - Number(minutesAgo) * 60_000
  const { years } = ageOn(patient.birthDate, atMs)
  const first = readObservations(values, tilesOf(asked, null, values), edition, years)
  const scored = scoredAsKnown(first.readings, patient, checkups, atMs)
  const tiles = tilesOf(asked, scored.ewsScores, values)
  const { unlikely } = readObservations(values, tiles, edition, years)
  const known = knownOf(values, years, edition)
  const questions = askedNow(asked, values, known)
  const { ended } = heldAnswers(values, known)
  const offered = [...symptoms.values()].flatMap((symptom): Question[] =>
    isAlwaysAsked(symptom.key) ||
    symptom.glucoseAbove !== undefined ||
    !isAskedAbout(symptom, known)
      ? []
      : [{ name: symptom.key, answers: [symptom] }],
  )
  const fields = observationFields(
    tiles,
    values,
    patient.checkupTypes,
    isFlaggedOnOxygen(patient),
    edition,
  )
  const schema = z.unknown().transform((read, context): RecordObservationsInput => {
    const given = valuesIn(read, before)
    const found = readObservations(given, tiles, edition, years)
    for (const [name, fault] of Object.entries(found.faults))
      context.addIssue({
        code: 'custom',
        path: [name],
        message: faultWords(name as keyof ObservationValues, fault, edition),
      })
    const { readings, ewsScores } = scoredAsKnown(found.readings, patient, checkups, atMs)
    // The command's own schema refuses what is none of them.
    const how = given.how as RecordObservationsInput['how']
    const notMeasured = [...found.notMeasured]
    return {
      patientId: patient.id,
      how,
      minutesAgo: Number(minutesAgo),
      checkupType: asked === null ? null : { id: asked.id, name: asked.name },
      notMeasured,
      readings: { ...found.readings },
      shown: { ...readings, how, notMeasured, ewsScores },
    }
  })
  const form = useCommandForm({
    command: useCommand(recordObservations, { about: patient.id, draft }),
    fields,
    before,
    draft,
    schema,
    onDone: () => {
      showToast('observations', t.saved, { tone: 'info' })
      const next =
        sent !== null && mayRepeat && patient.wardAdmission !== null
          ? repeatToOffer(sent.risk, patient.repeats, sent.endedMs, readNow())
          : null
      if (next === null) onClose()
      else onOffer(next)
    },
  })
  const { doubts } = scored.readings
  const rare = [
    ...unlikely,
    ...(doubts.includes('weight-differs') && !unlikely.includes('weight')
      ? (['weight'] as const)
      : []),
  ]
  const unsure = [
    ...(rare.length === 0
      ? []
      : [t.unlikely.rare(rare.map((name) => `${t.labels[name]} ${values[name]}`).join(', '))]),
    ...(doubts.includes('sent-twice') ? [t.unlikely.twice] : []),
  ].join(' ')
  const isAsked = unsure !== '' && confirmed !== unsure
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    const { faults } = readObservations(values, tiles, edition, years)
    setSent({ risk: scored.ewsScores?.riskLevel ?? null, endedMs: atMs })
    if (!isAsked || Object.keys(faults).length > 0) form.submit()
    else setConfirmed(unsure)
  }
  return (
    <FormDialog
      form={{ ...form, submit }}
      size="medium"
      title={t.title}
      submitLabel={t.save}
      submitDisabled={minutesAgo === ''}
      failed={t.failed}
      lead={
        <>
          <p>{who}</p>
          {patient.wardAdmission === null && hasWards && <p>{t.notAdmitted}</p>}
          <ScoreSoFar
            scores={scored.ewsScores}
            notScored={scored.readings.notScored}
            isEmergency={summariseSoftSigns(scored.readings).isEmergency}
          />
        </>
      }
      onClose={onClose}
    >
      <div className={styles['fields']}>
        <Fields form={form} only={['checkupType', 'how']} />
        <NativeSelect
          label={t.when}
          required
          error={minutesAgo === '' ? t.whenAgain : undefined}
          value={minutesAgo}
          disabled={form.locked}
          onChange={(event) =>
            setWhen({ minutesAgo: event.currentTarget.value, chosenMs: readNow() })
          }
          data={[
            ...(minutesAgo === '' ? [{ value: '', label: formTexts(edition).choose }] : []),
            ...agoOptions(edition),
          ]}
        />
      </div>
      {tiles.filter(isDrawn).map(({ key, isRequired, isForced }) => (
        <fieldset key={key} className={styles['tile']}>
          <legend>
            {tileName(key, edition)}{' '}
            <span className={styles['rule']}>
              {isForced ? t.forced : isRequired ? t.required : t.optional}
            </span>
          </legend>
          {fieldsOfTile[key].length === 0 && <p>{t.withDevice}</p>}
          <div className={styles['fields']}>
            <Fields form={form} only={fieldsOfTile[key]} />
          </div>
          {key === 'glucose' && questions.withGlucose.length > 0 && (
            <QuestionFields form={form} heading={null} questions={questions.withGlucose} />
          )}
          {key === 'glucose' &&
            ended
              .filter(({ glucoseAbove }) => glucoseAbove !== undefined)
              .map((symptom) => <output key={symptom.key}>{endedWords(symptom, edition)}</output>)}
          {isRequired && !isAnswered(key, values) && (
            <Skip form={form} field={skipField(key)} label={t.skip(tileName(key, edition))} />
          )}
        </fieldset>
      ))}
      {/* After what is measured: the emergencies stand first, and a full set is not behind forty questions. */}
      {tiles.some(({ key }) => key === 'symptomsQuestionnaire') && (
        <fieldset className={styles['tile']}>
          <legend>{t.questions}</legend>
          {questions.pages.map(({ page, questions: own }) => (
            <QuestionFields key={page} form={form} heading={page} questions={own} />
          ))}
          <fieldset className={styles['questions']}>
            <legend>{t.otherSigns}</legend>
            <OtherSigns
              form={form}
              keys={questions.others}
              words={(sign) => symptomWords(sign, edition)}
            />
            <QuestionPicker
              questions={offered}
              disabled={form.locked}
              isChosen={({ name }) => values.symptoms.includes(name)}
              onToggle={(question, isChosen) =>
                answer(form, question, isChosen ? question.name : '')
              }
            />
          </fieldset>
          {ended
            .filter(({ glucoseAbove }) => glucoseAbove === undefined)
            .map((symptom) => (
              <output key={symptom.key}>{endedWords(symptom, edition)}</output>
            ))}
        </fieldset>
      )}
      <Fields form={form} only={['notes']} />
      {unsure !== '' && confirmed === unsure && (
        <div role="alert">
          <Banner kind="warning" title={t.unlikely.title}>
            {unsure} {t.unlikely.again}
          </Banner>
        </div>
      )}
    </FormDialog>
  )
}

/** Opens the form once it is known which check-up is due, and what was typed before. */
function KnownForm({
  patient,
  firstType,
  onClose,
}: PatientActionProps & { readonly firstType: string }) {
  // What becomes due meanwhile does not change the form under the hand that types.
  const [type] = useState(firstType)
  const { ready } = useFormDraft(`observations ${patient.id}`, untouched(type), {
    about: patient.id,
  })
  const [offered, setOffered] = useState<AskedRepeat | null>(null)
  if (offered !== null) return <RepeatOffer patient={patient} asked={offered} onClose={onClose} />
  return ready ? (
    <ObservationsForm patient={patient} firstType={type} onOffer={setOffered} onClose={onClose} />
  ) : null
}

/** Observations that a person takes, online and offline, with the score that they come to. */
export function ObservationsDialog({ patient, onClose }: PatientActionProps) {
  const { rows, ready } = useResource(patientOnBoard, { patientId: patient.id })
  const [onBoard] = rows
  // A row that comes later changes nothing of a form that is open.
  const [isOpen, setOpen] = useState(false)
  if (ready && !isOpen) setOpen(true)
  if (!isOpen) return null
  const due = onBoard === undefined ? undefined : dueOf(onBoard).slot?.scheduleId
  const [first] = patient.checkupTypes
  const firstType = patient.checkupTypes.find(({ id }) => id === due) ?? first
  return <KnownForm patient={patient} firstType={firstType?.id ?? ''} onClose={onClose} />
}
