import type { SettingSection } from '@netward/contract/gateway-setting-values'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-errors.ts'
import { orderFor } from '../../lib/for-order.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import type { Changed } from './changed-values.ts'
import { changeAct, fieldOf, type Instance, settingsRead, type Wanted } from './setting.ts'
import { fieldText, useSettingWords } from './use-setting-words.ts'

/** The drawer stays open; the user already knows, so no notice. */
export const notSent = () => new ApiError({ code: 'aborted', message: '' })

/** Sends one change. The server's validation errors are mapped to the form's field names. */
export function useSendChange(deviceId: string): (wanted: Partial<Wanted>) => Promise<string> {
  const { mutateAsync } = useAct(changeAct, {
    errors: 'caller',
    refresh: [settingsRead, 'GET /api/v1/device/:deviceId/commands'],
  })
  return async ({ set = [], add = [], ...rest }) => {
    try {
      const { commandId } = await mutateAsync({
        deviceId,
        set,
        add,
        confirmed: false,
        ...orderFor(deviceId),
        ...rest,
      })
      return commandId
    } catch (error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) throw error
      throw new ApiError({
        code: error.code,
        message: error.message,
        status: error.status,
        requestId: error.requestId,
        data: { fields: error.fields.map((one) => ({ ...one, field: formName(one.field, { set, add }) })) },
      })
    }
  }
}

/**
 * `set.1.value` is the field of the second sent value, `add.0.values.2.value` one of a new instance;
 * `add.0.passphrase` names the field itself, which may not have been sent.
 */
export function formName(name: string, { set, add }: Pick<Wanted, 'set' | 'add'>): string {
  const [list, first, own, second] = name.split('.')
  const place = Number(first)
  if (list === 'set') return set?.[place]?.field ?? name
  if (list !== 'add' || own === undefined) return name
  return own === 'values' ? (add?.[place]?.values[Number(second)]?.field ?? name) : own
}

interface Asked {
  readonly section: SettingSection
  readonly instance: Instance | null
  readonly changed: readonly Changed[]
  readonly dangerous: boolean
}

/** Confirms a change that may cut off the gateway or disconnect its users. */
export function useAskOnceMore(): (asked: Asked) => Promise<boolean> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const words = useSettingWords()
  return async ({ section, instance, changed, dangerous }) => {
    const harmless = instance === null || (section !== 'wifi' && section !== 'lan')
    if (!dangerous && harmless) return true
    const lines = changed.map(({ field, value }) => {
      const before = instance === null ? undefined : fieldOf(instance, field)
      const to =
        before?.kind === 'secret' || field === 'passphrase' || field === 'password'
          ? t('gatewaySettings.ask.hidden')
          : words.plain(
              { key: field, kind: before?.kind ?? kindOf(value), unit: before?.unit ?? null },
              value,
            )
      const from =
        before === undefined || before.kind === 'secret'
          ? null
          : fieldText(words, { ...before, ...before.later })
      return from === null
        ? t('gatewaySettings.ask.newValue', { field: words.field(field), to })
        : t('gatewaySettings.ask.change', { field: words.field(field), from, to })
    })
    const [title, why] = dangerous
      ? (['title', 'ask.text'] as const)
      : section === 'lan'
        ? (['lanTitle', 'warn.lan'] as const)
        : (['wifiTitle', 'warn.wifi'] as const)
    return confirm({
      title: t(`gatewaySettings.ask.${title}`),
      text: (
        <>
          <p className="device-plain">{t(`gatewaySettings.${why}`)}</p>
          {lines.map((line) => (
            <p key={line} className="device-plain parameter-text">
              {line}
            </p>
          ))}
        </>
      ),
      action: t('gatewaySettings.submit'),
    })
  }
}

const kindOf = (value: Changed['value']) => (typeof value === 'string' ? 'choice' : 'number')
