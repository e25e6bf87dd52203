import type { ChartCode } from '@netward/contract/panels/panel'
import { DesktopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Permission } from '../../../ui/permission.tsx'
import { useFilters } from '../filter-bar.tsx'
import { WallDrawer } from './wall-drawer.tsx'

/** Makes a wall screen of this page, narrowed as it is now. */
export function WallButton({ code }: { code: ChartCode }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { filters } = useFilters()
  return (
    <Permission codes={['DMS_SERVER_CENTER_WALL_SCREENS']}>
      <Button icon={<DesktopOutlined />} onClick={() => setOpen(true)}>
        {t('walls.open')}
      </Button>
      <WallDrawer open={open} onClose={() => setOpen(false)} pages={[code]} filters={filters} linked />
    </Permission>
  )
}
