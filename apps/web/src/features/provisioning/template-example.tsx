import { Form } from 'antd'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { type ExampleGateway, exampleLines } from './example-lines.ts'
import { settingLine } from './setting.ts'
import type { TemplateValues, TemplateVersion } from './template.ts'

type Selector = TemplateValues['selector']

/** What the template sets on one gateway that it is for, in words; follows the form. */
export function TemplateExample(props: { templateId: string | null; selector: Selector }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<TemplateValues>()
  const typed = Form.useWatch('selector', form)
  const content = Form.useWatch('content', form)
  // One question for a burst of keys.
  const selector = useDeferredValue({ ...props.selector, ...typed })
  const asked = JSON.stringify(selector)
  const read = useApi(
    'POST /api/v1/device/template-example',
    {
      selector: JSON.parse(asked) as Selector,
      ...(props.templateId !== null && { templateId: props.templateId }),
    },
    { keepPrevious: true, staleTime: 30_000 },
  )
  const madeUp = useMadeUp(selector)
  if (content === undefined || read.data === undefined) return null
  const { gateway } = read.data
  const lines = exampleLines(whole(content), gateway ?? madeUp, {
    secret: t('provisioning.example.secret'),
    setting: (setting) => settingLine(t, setting),
  })
  return (
    <section className="provisioning-example" aria-live="polite">
      <h3>{t('provisioning.example.title')}</h3>
      <p>
        {gateway === null
          ? t('provisioning.example.madeUp', { name: madeUp.name })
          : gateway.outletName === null
            ? t('provisioning.example.gateway', { name: gateway.name })
            : t('provisioning.example.gatewayOf', { name: gateway.name, outlet: gateway.outletName })}
      </p>
      {lines.length === 0 ? (
        <p className="provisioning-hint">{t('provisioning.example.nothing')}</p>
      ) : (
        <ul>
          {lines.map(({ text, missing }, index) => (
            // Two lines may read the same.
            <li key={index}>
              {text}
              {missing.length > 0 && (
                <span className="provisioning-example-missing">
                  {t('provisioning.example.missing', { names: missing.join(', ') })}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Rows that were just added are not filled in yet. */
function whole(content: TemplateVersion['content']): TemplateVersion['content'] {
  const { settings, values, objects } = content
  return {
    settings: (settings ?? []).filter((one) => one?.value !== undefined),
    values: (values ?? []).map((one) => ({ ...one, path: one?.path ?? '', value: one?.value ?? '' })),
    objects: (objects ?? []).map((one) => ({
      ...one,
      table: one?.table ?? '',
      key: (one?.key ?? []).map((field) => ({ name: field?.name ?? '', value: field?.value ?? '' })),
      values: (one?.values ?? []).map((field) => ({
        ...field,
        name: field?.name ?? '',
        value: field?.value ?? '',
      })),
    })),
    notifications: [],
  }
}

/** A gateway of the first chosen model, where there is none. */
function useMadeUp({ models }: Selector): Pick<ExampleGateway, 'name' | 'root' | 'variables'> {
  const { t } = useTranslation()
  const { companyName } = useCompanyScope()
  const name = 'GW-1'
  return {
    name,
    root: null,
    variables: {
      'device.name': name,
      'device.serialNumber': 'SN00000001',
      'device.modelName': models[0] ?? t('provisioning.example.model'),
      'company.name': companyName,
      'outlet.name': t('provisioning.example.outlet'),
      'outlet.code': 'S001',
      'outlet.timeZone': 'Asia/Shanghai',
      'line.account': 'line-account',
    },
  }
}
