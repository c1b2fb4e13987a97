import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import type { Tables } from '@sevadesk/server/db/db.ts'

type Row<Name extends keyof Tables> = Omit<Tables[Name], 'version'>
type DonationType = Tables['purposes']['donation_type']

const INSTITUTIONS = [
  ['Gaushala', 'गौशाला'],
  ['Vriddhashram', 'वृद्धाश्रम'],
  ['Eye Hospital', 'आँखों का अस्पताल'],
  ['School', 'स्कूल'],
  ['Physiotherapy', 'फ़िज़ियोथेरेपी'],
  ['Nursing Hospital', 'नर्सिंग अस्पताल'],
] as const
type InstitutionName = (typeof INSTITUTIONS)[number][0]

interface SamplePurpose {
  names: readonly [en: string, hi: string]
  institution: InstitutionName | null
  type?: DonationType
  isRetired?: boolean
  /** Other texts of donations that were mapped to it. */
  mapped?: readonly string[]
}

/** The mapping page still has some texts to map: see the purposes in sample-donations.ts. */
const PURPOSES: readonly SamplePurpose[] = [
  { names: ['Gau Seva', 'गौ सेवा'], institution: 'Gaushala', mapped: ['Fodder for the gaushala'] },
  { names: ['Annadaan', 'अन्नदान'], institution: null },
  { names: ['Vriddhashram', 'वृद्धाश्रम'], institution: 'Vriddhashram' },
  {
    names: ['Cataract operations', 'मोतियाबिंद के ऑपरेशन'],
    institution: 'Eye Hospital',
    type: 'specific',
    mapped: ['Cataract operation'],
  },
  { names: ['Education of children', 'बच्चों की पढ़ाई'], institution: 'School' },
  { names: ['Physiotherapy equipment', 'फ़िज़ियोथेरेपी के उपकरण'], institution: 'Physiotherapy', type: 'specific' },
  { names: ['General fund', 'सामान्य कोष'], institution: null },
  { names: ['Corpus fund', 'स्थायी कोष'], institution: null, type: 'corpus' },
  { names: ['Nursing hospital', 'नर्सिंग अस्पताल'], institution: 'Nursing Hospital', isRetired: true },
]

export interface SampleLists {
  institutions: Row<'institutions'>[]
  purposes: Row<'purposes'>[]
  mappings: Tables['purpose_mappings'][]
  /** The columns of a donation with this free text. */
  entriesOf(text: string | null): Pick<Tables['donations'], 'purpose_id' | 'institution_id' | 'donation_type'>
}

/** The lists of purposes and institutions, made at `createdAt`. */
export function sampleLists(createdAt: string, newId: () => string): SampleLists {
  const institutions = INSTITUTIONS.map(([name_en, name_hi], index) => ({
    id: newId(),
    name_en,
    name_hi,
    retired_at: null,
    position: index + 1,
    created_at: createdAt,
  }))
  const purposes: Row<'purposes'>[] = []
  const mappings: Tables['purpose_mappings'][] = []
  const byText = new Map<string, Row<'purposes'>>()
  for (const [index, { names, institution, type = 'general', isRetired, mapped = [] }] of PURPOSES.entries()) {
    const [name_en, name_hi] = names
    const purpose = {
      id: newId(),
      name_en,
      name_hi,
      retired_at: isRetired ? createdAt : null,
      position: index + 1,
      created_at: createdAt,
      institution_id: institutions.find((each) => each.name_en === institution)?.id ?? null,
      donation_type: type,
    }
    purposes.push(purpose)
    for (const text of [...names, ...mapped]) byText.set(normaliseText(text), purpose)
    for (const text of mapped) {
      const row = { normalised_text: normaliseText(text), text, purpose_id: purpose.id, updated_at: createdAt }
      mappings.push(row)
    }
  }
  return {
    institutions,
    purposes,
    mappings,
    entriesOf: (text) => {
      const purpose = byText.get(normaliseText(text ?? ''))
      const { id = null, institution_id = null, donation_type = null } = purpose ?? {}
      return { purpose_id: id, institution_id, donation_type }
    },
  }
}
