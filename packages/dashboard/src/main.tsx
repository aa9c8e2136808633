import { render } from 'preact';
import { App } from './app.tsx';
import './styles/theme.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/charts.css';
import './styles/views.css';

const root = document.getElementById('app');
if (root) render(<App />, root);
