import type { CallContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'

/**
 * Stems of the most guessed passwords that satisfy the three-class rule. A password is too common when,
 * ignoring case, trailing digits and special characters, it is one of these.
 */
const stems = new Set([
  'password',
  'passw',
  'passwd',
  'pass',
  'pssw',
  'pssword',
  'psswrd',
  'admin',
  'administrator',
  'root',
  'user',
  'test',
  'guest',
  'welcome',
  'letmein',
  'qwerty',
  'qwertyuiop',
  'qwer',
  'asdf',
  'asdfgh',
  'zxcv',
  'zxcvbn',
  'qaz',
  'qazwsx',
  'abc',
  'abcd',
  'abcde',
  'abcdef',
  'iloveyou',
  'monkey',
  'dragon',
  'master',
  'login',
  'changeme',
  'default',
  'secret',
  'huawei',
  'cisco',
  'netward',
  'company',
  'winter',
  'spring',
  'summer',
  'autumn',
  'woaini',
  'aa',
  'a',
  'q',
  'qq',
  'wang',
  'zhang',
  'p',
  'pw',
  'hello',
  'sunshine',
  'football',
  'baseball',
  'superman',
  'trustno',
])

/** @param own words that must not be the whole password either, such as the user's and the company's name. */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const letters = password
    .toLowerCase()
    .replaceAll('@', 'a')
    .replaceAll('0', 'o')
    .replaceAll('$', 's')
    .replace(/[^a-z]/g, '')
  const plain = password.toLowerCase().replace(/[^a-z]/g, '')
  const mine = own.map((word) => word.toLowerCase().replace(/[^a-z]/g, '')).filter((word) => word.length > 2)
  return [letters, plain].some((word) => stems.has(word) || mine.includes(word)) || /^(.)\1+$/.test(password)
}

/** @throws AppError sign_in.password_too_common at `field`; `own` are the holder's names. */
export function refuseCommon(
  call: Pick<CallContext, 'phrase'>,
  password: string,
  own: readonly (string | null | undefined)[],
  field: string,
): void {
  const words = own.filter((word) => word !== null && word !== undefined)
  if (isCommonPassword(password, words)) throw wrongField(call, 'sign_in.password_too_common', field)
}
