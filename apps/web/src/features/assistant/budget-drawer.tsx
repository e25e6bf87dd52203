import type { EndpointOutput } from '@netward/contract'
import { leastKeptDays, mostKeptDays, routedFeatures } from '@netward/contract/assistant-values'
import { AutoComplete, Form, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Service, settingsRead } from './provider.ts'

type Settings = EndpointOutput<typeof settingsRead>
type Feature = (typeof routedFeatures)[number]

interface Values extends Omit<Settings, 'used' | 'routes'> {
  /** By feature; without a service the order decides. */
  routes: Partial<Record<Feature, { providerId?: string | null; model?: string }>>
}

interface DrawerProps {
  readonly settings: Settings | null
  readonly services: readonly Service[]
  readonly onClose: () => void
}

const budgets = ['monthCost', 'monthTokens', 'dayCost', 'dayTokens'] as const
const rates = ['perMinute', 'atOnce'] as const
const empty = { routes: {} } as Values

export function BudgetDrawer({ settings, services, onClose }: DrawerProps) {
  const { t } = useTranslation()
  const set = useAct('PUT /api/v1/assistant/settings', { refresh: [settingsRead], errors: 'caller' })
  const initialValues = useMemo((): Values => {
    if (settings === null) return empty
    const { used: _used, routes, ...limits } = settings
    return {
      ...limits,
      routes: Object.fromEntries(
        routes.map(({ feature, providerId, model }) => [feature, { providerId, model }]),
      ),
    }
  }, [settings])
  const save = ({ routes, ...limits }: Values) =>
    set.mutateAsync({
      ...limits,
      // A cleared field is undefined.
      monthCost: limits.monthCost ?? null,
      monthTokens: limits.monthTokens ?? null,
      dayCost: limits.dayCost ?? null,
      dayTokens: limits.dayTokens ?? null,
      routes: routedFeatures.flatMap((feature) => {
        const { providerId, model = '' } = routes[feature] ?? {}
        const service = services.find(({ id }) => id === providerId)
        return service === undefined
          ? []
          : [{ feature, providerId: service.id, model: model.trim() === '' ? service.model : model }]
      }),
    })
  return (
    <FormDrawer<Values>
      title={t('assistant.editBudgets')}
      open={settings !== null}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={save}
    >
      <p className="quiet">{t('assistant.budgetsHint')}</p>
      {budgets.map((name) => (
        <Form.Item key={name} name={name} label={t(`assistant.${name}`)}>
          <InputNumber
            min={name.endsWith('Cost') ? 0 : 1}
            precision={name.endsWith('Cost') ? 2 : 0}
            placeholder={t('assistant.unlimited')}
            className="assistant-number"
          />
        </Form.Item>
      ))}
      {rates.map((name) => (
        <Form.Item key={name} name={name} label={t(`assistant.${name}`)} rules={[{ required: true }]}>
          <InputNumber
            min={1}
            max={name === 'perMinute' ? 600 : 50}
            precision={0}
            className="assistant-number"
          />
        </Form.Item>
      ))}
      <Form.Item
        name="keptDays"
        label={t('assistant.keptDays')}
        extra={t('assistant.keptDaysHint')}
        rules={[{ required: true }]}
      >
        <InputNumber min={leastKeptDays} max={mostKeptDays} precision={0} className="assistant-number" />
      </Form.Item>
      <p className="quiet">{t('assistant.routesHint')}</p>
      {routedFeatures.map((feature) => (
        <RouteItems key={feature} feature={feature} services={services} />
      ))}
    </FormDrawer>
  )
}

function RouteItems({ feature, services }: { feature: Feature; services: readonly Service[] }) {
  const { t } = useTranslation()
  const chosen: unknown = Form.useWatch(['routes', feature, 'providerId'])
  const service = services.find(({ id }) => id === chosen)
  return (
    <>
      <Form.Item name={['routes', feature, 'providerId']} label={t(`assistant.features.${feature}`)}>
        <Select
          allowClear
          placeholder={t('assistant.byOrder')}
          options={services.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      {service !== undefined && (
        <Form.Item name={['routes', feature, 'model']} label={t('assistant.routeModel')}>
          <AutoComplete maxLength={200} options={service.models.map((value) => ({ value }))} />
        </Form.Item>
      )}
    </>
  )
}
