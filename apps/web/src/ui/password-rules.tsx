import { characterClassesIn, characterClassNames, passwordLength } from '@netward/contract/field-rules'
import { usePasswordPolicy } from '../lib/password-policy.ts'
import { useT } from '../lib/use-t.ts'
import { Glyph } from './glyphs.tsx'
import './password-rules.css'

const classPhrases = {
  upper: 'access.ruleUpper',
  lower: 'access.ruleLower',
  digit: 'access.ruleDigit',
  special: 'access.ruleSpecial',
} as const

/** The rules for a new password, and which of them it meets so far. */
export function PasswordRules({ password }: { password: string }) {
  const t = useT()
  const policy = usePasswordPolicy()
  const held = characterClassesIn(password)
  const long = password.length >= policy.length && password.length <= passwordLength.max
  const classes = t('access.ruleClasses', { least: policy.classes, count: held.length })
  return (
    <div className="password-rules">
      <ul aria-label={t('access.passwordRules')}>
        <Rule met={long} text={t('access.ruleLength', { least: policy.length })} />
        <Rule met={held.length >= policy.classes} text={classes} />
      </ul>
      <ul className="password-classes" aria-label={classes}>
        {characterClassNames.map((name) => (
          <Rule key={name} met={held.includes(name)} text={t(classPhrases[name])} />
        ))}
      </ul>
    </div>
  )
}

/** A sign and words show whether a rule is met, not colour alone. */
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
