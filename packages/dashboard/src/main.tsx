import { render } from 'preact';
import { App } from './app.tsx';
import { showInvisible } from './parts/show-invisible.ts';
import './styles/theme.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/charts.css';
import './styles/try.css';
import './styles/views.css';
import './styles/dialogs.css';
import './styles/manage.css';

showInvisible();
const root = document.getElementById('app');
if (root) render(<App />, root);
