import { characterClassesIn, characterClassNames, passwordLength } from '@netward/contract/field-rules'
import { useT } from '../lib/use-t.ts'
import { Glyph } from './glyphs.tsx'
import './password-rules.css'

const classPhrases = {
  upper: 'access.ruleUpper',
  lower: 'access.ruleLower',
  digit: 'access.ruleDigit',
  special: 'access.ruleSpecial',
} as const

/** The rules of a new password, and which of them it meets so far. */
export function PasswordRules({ password }: { password: string }) {
  const t = useT()
  const held = characterClassesIn(password)
  const long = password.length >= passwordLength.min && password.length <= passwordLength.max
  return (
    <div className="password-rules">
      <ul aria-label={t('access.passwordRules')}>
        <Rule met={long} text={t('access.ruleLength')} />
        <Rule met={held.length >= 3} text={t('access.ruleClasses', { count: held.length })} />
      </ul>
      <ul className="password-classes" aria-label={t('access.ruleClasses', { count: held.length })}>
        {characterClassNames.map((name) => (
          <Rule key={name} met={held.includes(name)} text={t(classPhrases[name])} />
        ))}
      </ul>
    </div>
  )
}

/** Whether a rule is met is told by a sign and in words, not by a colour alone. */
function Rule({ met, text }: { met: boolean; text: string }) {
  const t = useT()
  return (
    <li className={met ? 'password-rule-met' : undefined}>
      {met ? <Glyph name="success" size={14} /> : <span className="password-rule-dot" aria-hidden="true" />}
      {text}
      <span className="visually-hidden">{met ? t('access.ruleMet') : t('access.ruleUnmet')}</span>
    </li>
  )
}
