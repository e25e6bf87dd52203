import {
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SettingOutlined,
  SunOutlined,
  TranslationOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../../lib/preferences-sync.ts'
import { useMay } from '../../lib/permissions.ts'
import { setTheme, useLanguage, useTheme } from '../../lib/preferences.ts'
import { useShellSettings } from '../../lib/shell-settings.ts'
import { singleAccountHome } from '../../lib/single-account.ts'
import { AssistantButton } from './assistant-button.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { GlobalSearch } from './global-search.tsx'
import { LiveIndicator } from './live-indicator.tsx'
import { PersonMenu } from './person-menu.tsx'
import { TenantSelect } from './tenant-select.tsx'

const HeaderTodo = lazy(async () => ({
  default: (await import('../../features/workbench/header-todo.tsx')).HeaderTodo,
}))
const HeaderAlarms = lazy(async () => ({
  default: (await import('../../features/alarms/header-alarms.tsx')).HeaderAlarms,
}))

const HeaderBell = lazy(async () => ({
  default: (await import('../../features/notices/header-bell.tsx')).HeaderBell,
}))

/** Languages are listed by their native names. */
const languageItems = [
  { key: 'zh', label: <span lang="zh-CN">简体中文</span> },
  { key: 'en', label: <span lang="en">English</span> },
]

export function Header(props: {
  /** Null if the menu is at the top. */
  menu: { opened: boolean; toggle: () => void } | null
  narrow: boolean
  onSettings: () => void
}) {
  const { t } = useTranslation()
  const theme = useTheme()
  const language = useLanguage()
  /** The button's tooltip would cover its menu. */
  const [choosing, setChoosing] = useState(false)
  const mayAlarms = useMay('DMS_SERVER_ALARM')
  const otherTheme = theme === 'light' ? 'dark' : 'light'
  const { menu, narrow } = props
  // A phone has no room for another button.
  const withSettings = useShellSettings().settingsPanel && !narrow
  const themeText = theme === 'light' ? t('shell.themeDark') : t('shell.themeLight')
  return (
    <header className="header">
      {menu !== null && (
        <Button
          type="text"
          aria-label={menu.opened ? t('shell.closeMenu') : t('shell.openMenu')}
          aria-expanded={menu.opened}
          icon={menu.opened ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
          onClick={menu.toggle}
        />
      )}
      <Breadcrumbs />
      <div className="header-tools">
        <LiveIndicator />
        {singleAccountHome === null && (
          <>
            <GlobalSearch />
            <TenantSelect />
            <Suspense>
              <HeaderTodo />
            </Suspense>
            {mayAlarms && (
              <Suspense>
                <HeaderAlarms />
              </Suspense>
            )}
            <Suspense>
              <HeaderBell />
            </Suspense>
            <AssistantButton />
          </>
        )}
        <Dropdown
          trigger={['click']}
          onOpenChange={setChoosing}
          menu={{
            items: languageItems,
            selectable: true,
            selectedKeys: [language],
            onClick: ({ key }) => void chooseLanguage(key === 'en' ? 'en' : 'zh'),
          }}
        >
          <Tooltip title={choosing ? undefined : t('shell.switchLanguage')}>
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
        <PersonMenu onSettings={withSettings ? null : props.onSettings} />
        {withSettings && (
          <Tooltip title={t('shell.settings.title')}>
            <Button
              type="text"
              aria-label={t('shell.settings.title')}
              icon={<SettingOutlined />}
              onClick={props.onSettings}
            />
          </Tooltip>
        )}
      </div>
    </header>
  )
}
