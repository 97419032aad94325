import Wayline
