import { CloudUploadOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostAdvisoryBuilds } from '@netward/contract/advisory-values'
import { api } from '../../lib/api-client.ts'
import { reportError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { type AdvisoryDetail, affectedDevices } from './advisory.ts'

const pageSize = 200
const most = 1_000

/** Leads to a campaign for the affected gateways, or for several companies to a programme. */
export function UpgradeButton({ advisory }: { advisory: AdvisoryDetail }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { several } = useCompanyScope()
  const mayUpgrade = useMay('DMS_SERVER_DEVICE_OTA_CAMPAIGN')
  const [busy, setBusy] = useState(false)
  const { id: advisoryId, code, gateways, firmware, builds } = advisory
  if (!mayUpgrade || gateways === 0) return null
  const open = async () => {
    if (firmware === null) return
    const planned = { firmware: firmware.id, name: t('advisories.upgradeName', { code }) }
    if (several) {
      const modelName = onlyOf(builds.map((build) => build.modelName))
      const softwareVersion = onlyOf(builds.map((build) => build.softwareVersion))
      const search = {
        ...planned,
        ...(modelName !== '' && { modelName }),
        ...(softwareVersion !== '' && { softwareVersion }),
      }
      return void navigate({ to: paths.programmes, search })
    }
    setBusy(true)
    try {
      const device = await gatewaysOf(advisoryId)
      if (gateways > most) notify.info(t('advisories.upgradeMost'))
      void navigate({ to: paths.upgrades, search: { ...planned, device } })
    } catch (error) {
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Tooltip
      title={
        firmware === null
          ? t('advisories.upgradeNone', { count: gateways })
          : t('advisories.upgradeHint', { count: gateways, version: firmware.version })
      }
    >
      <Button
        type="primary"
        icon={<CloudUploadOutlined />}
        disabled={firmware === null}
        loading={busy}
        onClick={() => void open()}
      >
        {t('advisories.upgrade')}
      </Button>
    </Tooltip>
  )
}

/** What all have in common, unless there may be others that are not shown. */
function onlyOf(values: readonly string[]): string {
  const [first = '', ...others] = new Set(values)
  return others.length === 0 && values.length < mostAdvisoryBuilds ? first : ''
}

/** As many as one campaign takes by choice. */
async function gatewaysOf(advisoryId: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < most; page++) {
    const { items } = await api(affectedDevices, { advisoryId, type: ['smart_cpe'], page, pageSize })
    ids.push(...items.map(({ id }) => id))
    if (items.length < pageSize) break
  }
  return ids.slice(0, most)
}
