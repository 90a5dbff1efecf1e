import { readFileSync } from 'node:fs'
import { assert, constantFrom, double, nat, option, property, subarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmergencyKey } from '../../../src/domain/checkup/emergency-signs'
import { softSignWords } from '../../../src/domain/checkup/soft-signs'
import { isAskedAbout, isForAge, questionsOf } from '../../../src/domain/symptoms/asked'
import {
  hyperglycaemiaAbove,
  mostPain,
  symptomFamilies,
  symptomOf,
  symptoms,
} from '../../../src/domain/symptoms/catalogue'
import { symptomWords } from '../../../src/domain/symptoms/words'
import { questionPages } from '../../../src/domain/pathway/question-pages'
import { pathwayTemplates } from '../../../src/domain/pathway/templates'
import { askedQuestions, checkupTilesSchema } from '../../../src/domain/pathway/tiles'
import { familyName, textsOfSymptom } from '../../../src/texts/symptoms'

const all = [...symptoms.values()]
const editions = ['en-GB', 'en-US'] as const

describe('the symptom question catalogue', () => {
  test('C307 each question has a snake_case key of its own, a text, a subText and a shortText in both editions', () => {
    expect(all.length).toBeGreaterThan(200)
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
    for (const { key } of all) {
      expect(key).toMatch(/^[a-z]+(_[a-z0-9]+)*$/)
      for (const edition of editions) {
        const { text, subText, shortText } = textsOfSymptom(key, edition) ?? {}
        expect(text, key).toMatch(/^[A-Z].{5,80}\?$/)
        expect(subText, key).toMatch(/^[A-Z0-9].{1,110}[.?]$/)
        expect(shortText, key).toMatch(/^[A-Z].{2,35}$/)
        expect(symptomWords(key, edition)).toBe(shortText)
      }
    }
    expect(textsOfSymptom('fly_agaric', 'en-GB')).toBeNull()
  })

  test('no two keys have the same short text, and no two questions the same text', () => {
    const shorts = all.map(({ key }) => textsOfSymptom(key, 'en-GB')?.shortText)
    expect(new Set(shorts).size).toBe(all.length)
    const questions = questionsOf(symptoms.keys())
    const texts = questions.map(
      ({ answers }) => textsOfSymptom(answers[0]?.key ?? '', 'en-GB')?.text,
    )
    expect(new Set(texts).size).toBe(questions.length)
  })

  test('C308 every family that is named has questions', () => {
    const named = [
      'history',
      'allergies',
      'vaccines',
      'familyHistory',
      'stroke',
      'cough',
      'sputum',
      'breathing',
      'asthma',
      'bowel',
      'vomit',
      'pain',
      'stoma',
      'drains',
      'wounds',
      'nappies',
      'infantFeeding',
      'mood',
      'dailyLiving',
      'paediatric',
      'gastro',
      'cardiac',
      'respiratory',
    ] as const
    for (const family of named) {
      expect(symptomFamilies).toContain(family)
      expect(all.filter((one) => one.family === family).length, family).toBeGreaterThan(4)
    }
    for (const family of symptomFamilies)
      for (const edition of editions) expect(familyName(family, edition)).toMatch(/^[A-Z]/)
  })

  test('C308 C313 P367 pain has the levels 0 to 10, as one question', () => {
    expect(mostPain).toBe(10)
    const pain = questionsOf(symptoms.keys()).find(({ name }) => name === 'pain')
    expect(pain?.answers.map(({ key }) => key)).toEqual(
      Array.from({ length: 11 }, (_, level) => `pain_${level}`),
    )
    expect(pain?.answers.map(({ severity }) => severity)).toEqual([
      null,
      ...['low', 'low', 'low'],
      ...['medium', 'medium', 'medium'],
      ...['high', 'high', 'high', 'high'],
    ])
  })

  test('C309 a severity is low, medium, high or emergency, and some have none', () => {
    const severities = new Set(all.map(({ severity }) => severity))
    expect(severities).toEqual(new Set([null, 'low', 'medium', 'high', 'emergency']))
  })

  test('C310 the six emergencies, and no others, are emergencies in the catalogue as by their key', () => {
    const six = [
      'arm_weakness',
      'blood_in_sputum',
      'chest_pain',
      'sight_issue',
      'speech_problems',
      'sudden_facial_weakness',
    ]
    const emergencies = all.filter(({ severity }) => severity === 'emergency')
    expect(emergencies.map(({ key }) => key).toSorted()).toEqual(six)
    expect(all.filter(({ key }) => isEmergencyKey(key))).toEqual(emergencies)
    // Their alert says the same as every list, before the catalogue is loaded and without it.
    for (const { key } of emergencies)
      for (const edition of editions)
        expect(symptomWords(key, edition)).toBe(softSignWords(key, edition))
  })

  test('the US edition has its own words, and no British ones', () => {
    const british =
      /colour|odour|oedema|haem|glycaem|paediatric|diarrhoea|nappy|nappies|tummy|carer|adrenaline|nebulis|reliever|preventer|plaster|litre|\bjab\b|\bround the\b/i
    for (const { key, family } of all) {
      const { text, subText, shortText } = textsOfSymptom(key, 'en-US') ?? {}
      for (const said of [text, subText, shortText, familyName(family, 'en-US')])
        expect(said).not.toMatch(british)
    }
    expect(textsOfSymptom('fewer_wet_nappies', 'en-US')).toEqual({
      text: 'Are there fewer wet diapers than usual?',
      subText: 'In the last 24 hours.',
      shortText: 'Fewer wet diapers',
    })
    expect(familyName('nappies', 'en-US')).toBe('Diapers')
    expect(symptomWords('diarrhoea', 'en-US')).toBe('Diarrhea')
    expect(symptomWords('carer_strain', 'en-US')).toBe('Caregiver under strain')
  })

  test('a text names nobody: a patient and a carer can both read it out', () => {
    for (const { key } of all) {
      const { text, subText } = textsOfSymptom(key, 'en-GB') ?? {}
      expect(`${text} ${subText}`).not.toMatch(/\b(you|your|I|my|patient)\b/i)
    }
  })

  test('ages are whole years that somebody has, and a sub-question and each answer of a choice is for those of its question', () => {
    for (const { key, ages, after, choice } of all) {
      const { from = 0, to = 120 } = ages ?? {}
      expect(Number.isInteger(from) && Number.isInteger(to) && from < to, key).toBe(true)
      if (after !== undefined) {
        const before = symptomOf(after)
        expect(before?.key, key).toBe(after)
        expect(before?.choice, key).toBeUndefined()
        expect(before?.after, `${key}: one step deep`).toBeUndefined()
      }
      if (choice !== undefined)
        for (const other of all.filter((one) => one.choice === choice))
          expect([other.after, other.ages, other.family]).toEqual([
            after,
            ages,
            symptomOf(key)?.family,
          ])
    }
    expect(isForAge(symptomOf('no_wet_nappy_12_hours') ?? {}, 3)).toBe(true)
    expect(isForAge(symptomOf('no_wet_nappy_12_hours') ?? {}, 4)).toBe(false)
    expect(isForAge(symptomOf('shingles_vaccine') ?? {}, 49)).toBe(false)
  })

  test('every key that the demonstration sends is in the catalogue, as grave as it is sent', () => {
    const maker = readFileSync(
      new URL('../../../server/demonstration/checkup-maker.ts', import.meta.url),
      'utf8',
    )
    const sent = [...maker.matchAll(/sign\('(\w+)', '(\w+)'\)/g)]
    expect(sent.length).toBeGreaterThan(10)
    for (const [, key = '', severity] of sent) expect(symptomOf(key)?.severity, key).toBe(severity)
  })

  test('every key that a template or the demonstration asks about is in the catalogue, a sub-question beside its question', () => {
    const templates = pathwayTemplates.flatMap(({ checkupTypes }) => checkupTypes)
    const pages = templates.flatMap(({ tiles }) => askedQuestions(checkupTilesSchema.parse(tiles)))
    expect(pages.length).toBeGreaterThan(10)
    for (const keys of [
      ...pages.map((page) => page.keys),
      ...Object.values(questionPages).map((own) => own.flatMap(({ questions }) => questions ?? [])),
    ])
      for (const key of keys) {
        expect(symptomOf(key)?.key).toBe(key)
        const after = symptomOf(key)?.after
        if (after !== undefined) expect(keys).toContain(after)
      }
  })

  test('a key is known however a device spells it, and an unknown one is told as words', () => {
    expect(symptomWords('BARKING-cough', 'en-GB')).toBe('Barking cough')
    expect(symptomWords('hyperglycaemia', 'en-GB')).toBe('Signs of high blood sugar')
    expect(symptomWords('green_fingers', 'en-GB')).toBe('Green fingers')
    expect(symptomWords('oedema_of_hand', 'en-US')).toBe('Edema of hand')
  })
})

describe('when a question is asked', () => {
  const hyperglycaemia = symptomOf('hyperglycaemia')
  if (hyperglycaemia === undefined) throw new Error('no hyperglycaemia')
  const known = { ageYears: 60, glucose: null, said: [] }

  test('C312 P368 the hyperglycaemia question is asked above 18 mmol/L alone', () => {
    expect(hyperglycaemiaAbove).toBe(18)
    const at = (glucose: number | null): boolean =>
      isAskedAbout(hyperglycaemia, { ...known, glucose })
    expect([null, 5, 18, 18.001, 18.1, 33].map(at)).toEqual([false, false, false, true, true, true])
    expect(all.filter(({ glucoseAbove }) => glucoseAbove !== undefined)).toEqual([hyperglycaemia])
  })

  test('for every age, glucose and answers: a question is asked exactly when its age, its glucose and its question before hold', () => {
    assert(
      property(
        constantFrom(...all),
        nat(110),
        option(double({ min: 0, max: 60, noNaN: true })),
        subarray(all.map(({ key }) => key)),
        (symptom, ageYears, glucose, said) => {
          const { ages, after, glucoseAbove } = symptom
          const isOld = ageYears >= (ages?.from ?? 0) && ageYears < (ages?.to ?? 999)
          const isSweet = glucoseAbove === undefined || (glucose ?? 0) > glucoseAbove
          const before = after === undefined ? undefined : symptomOf(after)
          const isNext =
            before === undefined || (said.includes(before.key) && isForAge(before, ageYears))
          expect(isAskedAbout(symptom, { ageYears, glucose, said })).toBe(
            isOld && isSweet && isNext,
          )
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('keys become questions in their order: the answers of a choice one, an unknown key none, a key twice once', () => {
    const found = questionsOf(['stool_type_6', 'new_cough', 'stool_type_1', 'what', 'new_cough'])
    expect(found.map(({ name, answers }) => [name, answers.map(({ key }) => key)])).toEqual([
      ['stoolType', ['stool_type_6', 'stool_type_1']],
      ['new_cough', ['new_cough']],
    ])
  })
})
