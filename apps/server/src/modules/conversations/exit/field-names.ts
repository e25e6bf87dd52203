import type { SpanKind } from './patterns.ts'

const persons =
  'person|contact|contactperson|engineer|assignee|member|owner|keeper|author|leaver|recipient|requester|reporter|applicant|approver|receiver|operator|handler|manager|actor|createdby|updatedby|startedby|askedby|approvedby|acceptedby|decidedby|acknowledgedby|closedby|by|actingfor|memberuser|customercontact|sender'
/** A field whose text names a person. `name` alone does where the object is a person. */
const nameFields = new RegExp(
  `^(?:${persons})(?:user)?(?:display|full|real)?(?:name)?$|^(?:user|display|real|full|nick|first|last)name$|^syscontact$`,
)
const personParents = new RegExp(`^(?:${persons}|user|people|colleague)s?$`)
const secretFields =
  /(?:password|passwd|passphrase|pwd|secret|token|community|psk|privatekey|apikey|accesskey|presharedkey|authkey|privkey|credentials?)$/
const rules: readonly (readonly [RegExp, SpanKind])[] = [
  [secretFields, 'secret'],
  [/(?:phone|mobile|telephone|tel|fax|phonenumber|mobilenumber)s?$/, 'phone'],
  [/(?:mail|email|mailaddress|emailaddress)s?$/, 'mail'],
  [/(?:^|device|station|client|wlan|lan|wan)mac(?:address(?:es)?)?$|^bssid$/, 'mac'],
  [/(?:^|[a-z])ip(?:v?[46])?(?:address(?:es)?)?$/, 'ip'],
  [/address(?:es)?$|^street$|^syslocation$/, 'address'],
  [/serial(?:number|no|s|numbers)?$|^sn$|^(?:imei|iccid|imsi)$/, 'serial'],
  [nameFields, 'name'],
]

/** Accounts and words that name nobody; masked, they would tear holes into every text. */
const nobody = new Set(
  '系统,平台,管理员,系统管理员,平台管理员,超级管理员,客服,值班,用户,测试,未知,无,system,platform,admin,administrator,root,guest,user,test,unknown,none,null,default,n/a'.split(
    ',',
  ),
)

const plain = (field: string) => field.replaceAll(/[^A-Za-z\d]/g, '').toLowerCase()

/** What the text of a field is, by the field's name and the one above it. */
export function kindOfField(field: string, parent: string): SpanKind | undefined {
  const name = plain(field)
  if (name === 'name' && personParents.test(plain(parent))) return 'name'
  return rules.find(([fields]) => fields.test(name))?.[1]
}

/** Whether a value may be replaced wherever it stands. */
export function isLearnable(kind: SpanKind, value: string) {
  const text = value.trim()
  if (text.length > 300 || text.length < 2) return false
  switch (kind) {
    case 'name':
      return !nobody.has(text.toLowerCase()) && !/^[\d\W_]+$/.test(text.replaceAll(/\p{L}/gu, 'a'))
    case 'mail':
      return text.includes('@')
    case 'phone':
      return text.replaceAll(/\D/g, '').length >= 5
    case 'secret':
      return text.length >= 6
    case 'serial':
    case 'address':
      return text.length >= 4
    case 'ip':
      return /[.:]/.test(text) && !/^(?:255\.|127\.|0\.0\.0\.0$|::1?$)/.test(text)
    default:
      return text.length >= 6
  }
}
