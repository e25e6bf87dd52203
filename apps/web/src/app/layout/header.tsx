import {
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SunOutlined,
  TranslationOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { setLanguage } from '../../lib/i18n.ts'
import { setTheme, useLanguage, useTheme } from '../../lib/preferences.ts'
import { Permission } from '../../ui/permission.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { DeviceSearch } from './device-search.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import { PersonMenu } from './person-menu.tsx'
import { TenantSelect } from './tenant-select.tsx'

/** Languages are named in their own words. */
const languageItems = [
  { key: 'zh', label: <span lang="zh-CN">简体中文</span> },
  { key: 'en', label: <span lang="en">English</span> },
]

export function Header({ menuOpened, onToggleMenu }: { menuOpened: boolean; onToggleMenu: () => void }) {
  const { t } = useTranslation()
  const theme = useTheme()
  const language = useLanguage()
  const otherTheme = theme === 'light' ? 'dark' : 'light'
  const themeText = theme === 'light' ? t('shell.themeDark') : t('shell.themeLight')
  return (
    <header className="header">
      <Button
        type="text"
        aria-label={menuOpened ? t('shell.closeMenu') : t('shell.openMenu')}
        aria-expanded={menuOpened}
        icon={menuOpened ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        onClick={onToggleMenu}
      />
      <Breadcrumbs />
      <div className="header-tools">
        <LiveIndicator />
        <Permission codes={['DMS_SERVER_DEVICE_VIEW']}>
          <DeviceSearch />
        </Permission>
        <TenantSelect />
        <Dropdown
          trigger={['click']}
          menu={{
            items: languageItems,
            selectable: true,
            selectedKeys: [language],
            onClick: ({ key }) => void setLanguage(key === 'en' ? 'en' : 'zh'),
          }}
        >
          <Tooltip title={t('shell.switchLanguage')}>
            <Button type="text" aria-label={t('shell.switchLanguage')} icon={<TranslationOutlined />} />
          </Tooltip>
        </Dropdown>
        <Tooltip title={themeText}>
          <Button
            type="text"
            aria-label={themeText}
            icon={theme === 'light' ? <MoonOutlined /> : <SunOutlined />}
            onClick={() => setTheme(otherTheme)}
          />
        </Tooltip>
        <PersonMenu />
      </div>
    </header>
  )
}
