import { settingChoices } from '@netward/contract/gateway-setting-values'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { faultText } from '../../lib/fault-text.ts'
import type { Draft, Refused, SettingForm, SettingValue } from './setting.ts'
import { type Wrong, wrongSetting } from './setting-rules.ts'
import { InForceText } from './setting-value-text.tsx'
import { type SettingWords, useSettingWords } from './use-setting-words.ts'

interface Props {
  readonly form: SettingForm
  readonly required?: boolean
  /** Initial value, in the gateway's own words if there is no term. */
  readonly current?: {
    readonly value: Draft[string]
    readonly raw: string | null
    /** Null: never read. Absent for a new one. */
    readonly readAt?: string | null
  }
  /** The gateway has a secret, which stays if the field is left empty. */
  readonly kept?: boolean
  readonly disabled?: boolean
  /** The value in effect until the pending restart. */
  readonly inForce?: SettingValue | null
  /** The gateway's response to the last sent value. */
  readonly refused?: Refused | undefined
}

/** The input of one field, by its kind, with the server's validation rules. */
export function SettingInput(props: Props) {
  const { t } = useTranslation()
  const words = useSettingWords()
  const { form, required = false, current, refused, disabled = false, inForce = null } = props
  const { key, kind } = form
  const flagAtFirst = kind === 'flag' && typeof current?.value === 'boolean'
  const hint =
    kind === 'secret' && props.kept === true
      ? t('gatewaySettings.keepSecret')
      : kind === 'number'
        ? rangeText(t, words, form)
        : null
  return (
    <Form.Item
      name={key}
      label={words.field(key)}
      {...(flagAtFirst && { valuePropName: 'checked' })}
      dependencies={key === 'rangeEnd' ? ['rangeStart'] : key === 'externalPortEnd' ? ['externalPort'] : []}
      {...((hint !== null || inForce !== null || refused !== undefined) && {
        extra: (
          <>
            {hint}
            {inForce !== null && (
              <div>
                <InForceText field={inForce} />
              </div>
            )}
            {refused !== undefined && <RefusedText refused={refused} />}
          </>
        ),
      })}
      rules={[
        { required, message: t('gatewaySettings.rules.required') },
        ({ getFieldsValue }) => ({
          validator(_rule, value: Draft[string]) {
            const wrong = wrongSetting(form, value, getFieldsValue(true) as Draft)
            return wrong === null ? Promise.resolve() : Promise.reject(new Error(wrongText(t, wrong)))
          },
        }),
      ]}
    >
      {flagAtFirst ? (
        <Switch
          className="setting-switch"
          disabled={disabled}
          checkedChildren={t('gatewaySettings.turnOn')}
          unCheckedChildren={t('gatewaySettings.turnOff')}
        />
      ) : (
        <Plain form={form} disabled={disabled} {...(current !== undefined && { current })} />
      )}
    </Form.Item>
  )
}

export function RefusedText({ refused: { code, detail } }: { refused: Refused }) {
  const { t } = useTranslation()
  return (
    <span className="setting-refused">
      {t('gatewaySettings.change.refused', { fault: faultText(t, code) })}
      {detail !== '' && <span className="device-quiet"> {detail}</span>}
    </span>
  )
}

/** Form.Item passes value, change and id to it. */
function Plain({ form, current, ...given }: Pick<Props, 'form' | 'current' | 'disabled'> & { id?: string }) {
  const { t } = useTranslation()
  const words = useSettingWords()
  const { key, kind, unit } = form
  // An empty field would suggest that the gateway has no value.
  const placeholder =
    current === undefined || current.readAt === undefined || current.value !== null
      ? undefined
      : (current.raw ??
        t(current.readAt === null ? 'gatewaySettings.notRead' : 'gatewaySettings.notReported'))
  const shared = { ...given, ...(placeholder !== undefined && { placeholder }) }
  switch (kind) {
    case 'flag':
      return (
        <Select
          {...shared}
          options={[true, false].map((value) => ({ value, label: words.flag(key, value) }))}
        />
      )
    case 'choice':
      return <Select {...shared} options={choicesOf(form, current, words)} />
    case 'number':
      return (
        <InputNumber
          {...shared}
          className="setting-number"
          precision={0}
          {...(unit !== null && { suffix: t(`gatewaySettings.units.${unit}`) })}
        />
      )
    case 'secret':
      return <Input.Password {...given} autoComplete="new-password" maxLength={form.maxLength ?? 4096} />
    default:
      return (
        <Input
          {...shared}
          maxLength={form.maxLength ?? 4096}
          autoComplete="off"
          spellCheck={false}
          className={kind === 'text' ? '' : 'mono'}
        />
      )
  }
}

/** The supported options, plus the current one if it is not among them: shown but not selectable. */
function choicesOf(
  { key, choices }: SettingForm,
  current: Props['current'],
  words: ReturnType<typeof useSettingWords>,
) {
  const known: readonly string[] = (settingChoices as Partial<Record<string, readonly string[]>>)[key] ?? []
  const terms = choices ?? known.filter((term) => term !== 'other')
  const has = typeof current?.value === 'string' ? current.value : null
  return [
    ...(has === null || terms.includes(has)
      ? []
      : [{ value: has, label: words.choice(key, has, current?.raw ?? null), disabled: true }]),
    ...terms.map((value) => ({ value, label: words.choice(key, value), disabled: false })),
  ]
}

/** A type's maximum is not useful to show; -1 is not an amount but has a meaning of its own. */
function rangeText(t: TFunction, words: SettingWords, form: SettingForm): string | null {
  const { min, max } = form
  if (min === null || max === null) return null
  const isWord = min === -1 && form.unit !== null
  const range = max >= 2 ** 31 - 1 ? null : `${isWord ? 0 : min} – ${max}`
  if (!isWord) return range
  const word = t('gatewaySettings.numberWord', { number: min, meaning: words.number(form, min) })
  return range === null ? word : t('gatewaySettings.rangeOrWord', { range, word })
}

function wrongText(t: TFunction, { rule, min = 0, max = 0 }: Wrong): string {
  return t(`gatewaySettings.rules.${rule}`, { min, max })
}
