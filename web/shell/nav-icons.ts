/** What the drawer shows to administrators alone. */
export { Bell, Bot, ChartNoAxesColumn, FileSpreadsheet, FlaskConical, Layers, Plug, Settings, Smartphone, Users } from 'lucide-react'
