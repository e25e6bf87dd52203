import { useNavigate } from '@tanstack/react-router'
import { Alert, Form, Input, Progress, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { PendingState } from '../../ui/states.tsx'
import { DowngradeField } from './downgrade-field.tsx'
import { FirmwareFacts } from './firmware-facts.tsx'
import { FilterFields, FirmwareField } from './firmware-field.tsx'
import { afterProgramme } from './ota.ts'
import { noPlan, planOf, type PlanValues } from './plan.ts'
import type { Planned } from './planned.ts'
import { PlanFields } from './plan-fields.tsx'
import { useProgrammeTenants } from './use-programme-tenants.ts'

interface Values extends PlanValues {
  name: string
  firmwareId: string | undefined
  modelName: string | undefined
  softwareVersion: string | undefined
  companyIds: string[]
}

const initialValues: Values = {
  ...noPlan,
  name: '',
  firmwareId: undefined,
  modelName: undefined,
  softwareVersion: undefined,
  companyIds: [],
}

const filtersOf = ({ modelName, softwareVersion }: Pick<Values, 'modelName' | 'softwareVersion'>) => ({
  ...(modelName !== undefined && { modelName }),
  ...(softwareVersion !== undefined && { softwareVersion }),
})

/** One plan, and the tenants that get a campaign from it. */
export function ProgrammeDrawer(props: { planned: Planned; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useAct('POST /ota/api/v2/ota/programme', { refresh: afterProgramme, errors: 'caller' })
  const { planned } = props
  const values = useMemo(() => ({ ...initialValues, ...planned }), [planned])
  const { progress, start } = useProgrammeTenants()
  const submit = async ({ name, firmwareId, modelName, softwareVersion, companyIds, ...plan }: Values) => {
    const { programmeId } = await create.mutateAsync({
      name,
      firmwareId: firmwareId ?? '',
      filters: filtersOf({ modelName, softwareVersion }),
      ...planOf(plan),
    })
    const { started, refused } = await start(programmeId, companyIds)
    notify.success(t('ota.programmeStarted', { count: started }))
    if (refused > 0) notify.info(t('ota.programmeRefused', { count: refused }))
    void navigate({ to: paths.programme(programmeId) })
  }
  return (
    <FormDrawer<Values>
      title={t('ota.programmeNew')}
      open={props.open}
      onClose={props.onClose}
      initialValues={values}
      submitText={t('ota.programmeCreate')}
      savedText={false}
      width={640}
      onSubmit={submit}
    >
      {(form) => (
        <>
          {progress !== null && (
            <div aria-live="polite">
              <p className="ota-hint">{t('ota.programmeProgress', progress)}</p>
              <Progress percent={Math.floor((progress.done * 100) / progress.all)} />
            </div>
          )}
          <Form.Item
            name="name"
            label={t('ota.programmeName')}
            rules={[{ required: true, whitespace: true, message: t('ota.nameEmpty') }]}
          >
            <Input maxLength={100} />
          </Form.Item>
          <FirmwareField enabled={props.open} />
          <FilterFields enabled={props.open} legend={t('ota.programmeDevices')} />
          <DowngradeField />
          <Form.Item
            noStyle
            dependencies={['firmwareId', 'modelName', 'softwareVersion', 'allowDowngrade', 'window']}
          >
            {({ getFieldsValue }) => {
              const { firmwareId, allowDowngrade, window, ...rest } = getFieldsValue(true) as Values
              return (
                firmwareId !== undefined && (
                  <>
                    <FirmwareFacts firmwareId={firmwareId} />
                    <TenantsField
                      firmwareId={firmwareId}
                      filters={filtersOf(rest)}
                      allowDowngrade={allowDowngrade}
                      whileClosed={window === 'closed_hours'}
                      onAll={(companyIds) => form.setFieldValue('companyIds', companyIds)}
                    />
                  </>
                )
              )
            }}
          </Form.Item>
          <PlanFields />
        </>
      )}
    </FormDrawer>
  )
}

/** The tenants with gateways for it. */
function TenantsField(props: {
  firmwareId: string
  filters: ReturnType<typeof filtersOf>
  allowDowngrade: boolean
  whileClosed: boolean
  onAll: (companyIds: string[]) => void
}) {
  const { t } = useTranslation()
  const { firmwareId, filters, allowDowngrade, whileClosed, onAll } = props
  const read = useApi(
    'POST /ota/api/v2/ota/programme/dry-run',
    { firmwareId, filters, allowDowngrade },
    { keepPrevious: true },
  )
  if (read.data === undefined) return <PendingState read={read} rows={2} />
  const { items, more } = read.data
  if (items.length === 0) return <Alert type="warning" showIcon title={t('ota.dryRunNone')} />
  const gateways = items.reduce((sum, { fits }) => sum + fits, 0)
  const withoutHours = items.reduce((sum, one) => sum + one.withoutHours, 0)
  return (
    <>
      <p className="ota-hint">
        {t('ota.programmeFound', { tenants: items.length, gateways })}{' '}
        <button
          type="button"
          className="ota-open"
          onClick={() => onAll(items.map(({ companyId }) => companyId))}
        >
          {t('ota.programmeAll')}
        </button>
      </p>
      {whileClosed && withoutHours > 0 && (
        <p className="ota-hint">{t('ota.dryRunWithoutHours', { count: withoutHours })}</p>
      )}
      {more && <p className="ota-hint">{t('ota.programmeMore')}</p>}
      <Form.Item
        name="companyIds"
        label={t('ota.programmeChoose')}
        rules={[{ required: true, type: 'array', min: 1, message: t('ota.programmeChooseEmpty') }]}
      >
        <Select
          mode="multiple"
          maxTagCount={6}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('common.pleaseSelect')}
          options={items.map(({ companyId, companyName, fits }) => ({
            value: companyId,
            label: t('ota.programmeFits', { name: companyName, count: fits }),
          }))}
        />
      </Form.Item>
    </>
  )
}
