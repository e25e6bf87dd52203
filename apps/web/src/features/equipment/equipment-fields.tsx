import { equipmentEntity, equipmentForm } from '@netward/contract/equipment-fields'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { EntityForm } from '../../ui/entity/entity-form.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import type { EquipmentFormValues } from './equipment-drawer.tsx'
import { TrialPanel } from './trial-panel.tsx'
import '../../ui/devices.css'
import './equipment.css'

const macPattern = /^(?:[0-9a-f]{2}[:-]?){5}[0-9a-f]{2}$/i

/** The fields of a device; its address can be tried before it is saved. */
export function EquipmentFields({ companyId, enabled }: { companyId: string | undefined; enabled: boolean }) {
  const { t } = useTranslation()
  const scope = useCompanyScope()
  const form = Form.useFormInstance<EquipmentFormValues>()
  const driver = Form.useWatch('driver', form)
  return (
    <EntityForm
      entity={equipmentEntity}
      parts={equipmentForm}
      hidden={driver === 'none' ? ['port'] : []}
      items={{
        ipAddress: (
          <Form.Item
            name="ipAddress"
            label={t('equipment.ipAddress')}
            rules={[
              {
                required: driver !== 'none',
                whitespace: true,
                message: t('errors.equipment.address_missing'),
              },
              { pattern: /^\s*[0-9a-fA-F:.]+\s*$/, message: t('monitoring.add.wrongAddress') },
            ]}
          >
            <Input maxLength={45} autoComplete="off" spellCheck={false} autoCapitalize="none" />
          </Form.Item>
        ),
        outletId: <OutletItem companyId={companyId ?? scope.companyId} enabled={enabled} />,
        credentialId: (
          <>
            <CredentialItem hidden={driver !== 'snmp'} enabled={enabled} />
            {(driver === 'snmp' || driver === 'probe') && <TrialPanel form={form} />}
          </>
        ),
        macAddress: (
          <Form.Item
            name="macAddress"
            label={t('equipment.macAddress')}
            rules={[{ pattern: macPattern, message: t('monitoring.add.wrongMac') }]}
          >
            <Input maxLength={17} autoComplete="off" spellCheck={false} placeholder="00:11:22:33:44:55" />
          </Form.Item>
        ),
      }}
    />
  )
}

function OutletItem({ companyId, enabled }: { companyId: string; enabled: boolean }) {
  const { t } = useTranslation()
  const mayOutlets = useMay('DMS_SERVER_OUTLET_VIEW')
  return (
    <Form.Item name="outletId" label={t('equipment.outlet')} hidden={!mayOutlets}>
      <OutletSelect
        companyId={companyId}
        enabled={enabled && mayOutlets}
        allowClear
        placeholder={t('monitoring.add.noOutlet')}
      />
    </Form.Item>
  )
}

function CredentialItem({ hidden, enabled }: { hidden: boolean; enabled: boolean }) {
  const { t } = useTranslation()
  const choices = useApi(
    'GET /monitor/api/v1/snmp/credential/choices',
    {},
    { enabled: enabled && !hidden },
  ).data
  return (
    <Form.Item name="credentialId" label={t('equipment.credential')} hidden={hidden}>
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('monitoring.add.anyCredential')}
        options={(choices ?? []).map(({ id, name, version }) => ({
          value: id,
          label: `${name} · ${t(`monitoring.credentials.versions.${version}`)}`,
        }))}
      />
    </Form.Item>
  )
}
