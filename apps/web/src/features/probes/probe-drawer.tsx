import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { probeLimits } from '@netward/contract/probe-values'
import { Button, Form, Input, Select, Switch } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { afterProbe, type Installation, type ProbeRow } from './probe.ts'
import './probes.css'

interface Values {
  name: string
  outlets: { outletId: string; ranges: string[]; isSite: boolean }[]
}

const empty = { outletId: undefined, ranges: [], isSite: false }

/** Adds a probe, or moves one to other outlets. */
export function ProbeDrawer({
  probe,
  open,
  onClose,
  onMade,
}: {
  probe: ProbeRow | null
  open: boolean
  readonly onClose: () => void
  readonly onMade?: (name: string, installation: Installation) => void
}) {
  const { t } = useTranslation()
  const scope = useCompanyScope()
  const companyId = probe?.companyId ?? scope.companyId
  const add = useAct('POST /dial/api/v1/probe', { errors: 'caller', refresh: afterProbe })
  const edit = useAct('PUT /dial/api/v1/probe/:probeId', { errors: 'caller', refresh: afterProbe })
  const initialValues = useMemo(
    () =>
      ({
        name: probe?.name ?? '',
        outlets: probe?.outlets.map(({ outletId, ranges, isSite }) => ({ outletId, ranges, isSite })) ?? [
          empty,
        ],
      }) as Values,
    [probe],
  )
  return (
    <FormDrawer<Values>
      title={t(probe === null ? 'probes.addTitle' : 'probes.editTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      {...(probe === null && { savedText: false as const })}
      onSubmit={async (values) => {
        if (probe === null) onMade?.(values.name, await add.mutateAsync(values))
        else await edit.mutateAsync({ probeId: probe.id, ...values })
      }}
    >
      <Form.Item
        name="name"
        label={t('probes.name')}
        rules={[{ required: true, whitespace: true, message: t('probes.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.List name="outlets">
        {(rows, { add: more, remove }) => (
          <>
            {rows.map(({ key, name }, n) => (
              <div key={key} className="probe-outlet">
                <Form.Item
                  name={[name, 'outletId']}
                  label={t('probes.outlet')}
                  rules={[{ required: true, message: t('probes.outletEmpty') }]}
                >
                  <OutletSelect companyId={companyId} enabled={open} />
                </Form.Item>
                <Form.Item
                  name={[name, 'ranges']}
                  label={t('probes.ranges')}
                  extra={n === 0 ? t('probes.rangesHint') : undefined}
                  rules={[{ required: true, message: t('probes.rangesEmpty') }]}
                >
                  <Select
                    mode="tags"
                    open={false}
                    maxCount={probeLimits.ranges}
                    tokenSeparators={[' ', ',', ';']}
                    placeholder="192.168.1.0/24"
                  />
                </Form.Item>
                {rows.length > 1 && (
                  <Form.Item name={[name, 'isSite']} label={t('probes.site')} valuePropName="checked">
                    <Switch />
                  </Form.Item>
                )}
                {rows.length > 1 && (
                  <Button
                    type="text"
                    icon={<MinusCircleOutlined />}
                    aria-label={t('probes.removeOutlet', { n: n + 1 })}
                    onClick={() => remove(name)}
                  />
                )}
              </div>
            ))}
            <Button type="dashed" block icon={<PlusOutlined />} onClick={() => more(empty)}>
              {t('probes.addOutlet')}
            </Button>
          </>
        )}
      </Form.List>
    </FormDrawer>
  )
}
